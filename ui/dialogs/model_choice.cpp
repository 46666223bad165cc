#include "ui/dialogs/model_choice.h"

#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {

constexpr int longestModel = 200;

} // namespace

ModelChoice::ModelChoice(const theme::ThemeController& theme, QString place, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_place(std::move(place))
    , m_label(theme::makeFieldLabel(theme, this))
    , m_connection(new theme::ComboBox(theme, this))
    , m_model(new theme::ComboBox(theme, this))
    , m_add(theme::makeDialogButton(theme, "connections", this, theme::ButtonKind::Link))
{
    m_add->setObjectName(m_place + QStringLiteral(".connections"));
    m_model->setFreeText();
    m_model->lineEdit()->setMaxLength(longestModel);
    m_label->setBuddy(m_connection);
    auto* head = new QHBoxLayout;
    head->addWidget(m_label, 1);
    head->addWidget(m_add);
    auto* fields = new QHBoxLayout;
    fields->setSpacing(8);
    fields->addWidget(m_connection, 1);
    fields->addWidget(m_model, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(head);
    column->addLayout(fields);
    connect(m_connection, &QComboBox::currentIndexChanged, this, &ModelChoice::showModels);
    connect(m_model, &QComboBox::currentTextChanged, this, &ModelChoice::changed);
    connect(m_add, &QPushButton::clicked, this, &ModelChoice::connectionsRequested);
}

QString ModelChoice::connection() const { return m_connection->currentData().toString(); }

QString ModelChoice::connectionName() const { return m_connection->currentText(); }

QString ModelChoice::model() const { return m_model->currentText().trimmed(); }

void ModelChoice::setConnections(const QList<view::ConnectionRow>& connections, const QString& connection,
                                 const QString& model)
{
    const QString chosen = m_connections.isEmpty() ? connection : this->connection();
    const QString named = m_connections.isEmpty() ? model : m_model->currentText();
    m_connections = connections;
    {
        const QSignalBlocker quiet(m_connection);
        m_connection->clear();
        for (const view::ConnectionRow& row : connections)
            m_connection->addItem(row.name, row.id);
        m_connection->setCurrentIndex(std::max(m_connection->findData(chosen), connections.isEmpty() ? -1 : 0));
    }
    m_connection->setEnabled(hasConnections());
    m_model->setEnabled(hasConnections());
    showModels();
    if (this->connection() == chosen && !named.isEmpty())
        m_model->setEditText(named);
}

void ModelChoice::propose(const QString& connection, const QString& model)
{
    const int server = connection.isEmpty() ? -1 : m_connection->findData(connection);
    if (server < 0)
        return;
    m_connection->setCurrentIndex(server);
    if (!model.isEmpty())
        m_model->setEditText(model);
}

void ModelChoice::showModels()
{
    const int index = m_connection->currentIndex();
    {
        const QSignalBlocker quiet(m_model);
        m_model->clear();
        if (index >= 0)
            m_model->addItems(m_connections.at(index).models);
        m_model->setEditText(m_model->count() > 0 ? m_model->itemText(0) : QString());
    }
    emit changed();
}

void ModelChoice::retranslate()
{
    m_label->setText(tr("Model"));
    m_connection->setNames(m_place + QStringLiteral(".connection"), tr("Model server"));
    m_model->setNames(m_place + QStringLiteral(".model"), m_label->text());
    m_model->lineEdit()->setPlaceholderText(tr("Model name"));
    const QString add = hasConnections() ? tr("Models…") : tr("Add a model…");
    theme::setButtonText(m_theme, *m_add, add);
    m_add->setAccessibleName(add);
}

namespace {
constexpr int longestTypedModel = 200;
}

ModelField::ModelField(const theme::ThemeController& theme, const QString& objectName, QWidget* parent)
    : QWidget(parent)
    , m_connection(new theme::ComboBox(theme, this))
    , m_model(new theme::ComboBox(theme, this))
{
    setObjectName(objectName);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_connection, 1);
    row->addWidget(m_model, 1);
    m_model->setFreeText();
    m_model->lineEdit()->setMaxLength(longestTypedModel);
    setFocusProxy(m_connection);
    connect(m_connection, &QComboBox::currentIndexChanged, this, [this] {
        if (m_isFilling)
            return;
        m_choice.connection = m_connection->currentData().toString().toStdString();
        m_choice.model.clear(); // another server knows nothing of it
        fillModels();
        emit edited();
    });
    connect(m_model, &QComboBox::currentTextChanged, this, [this](const QString& text) {
        if (m_isFilling)
            return;
        m_choice.model = text.trimmed().toStdString();
        emit edited();
    });
    fill();
}

void ModelField::setConnections(const QList<view::ConnectionRow>& connections)
{
    m_connections = connections;
    fill();
}

void ModelField::setChoice(const quarterdeck::team::ModelChoice& choice)
{
    m_choice = choice;
    fill();
}

quarterdeck::team::ModelChoice ModelField::choice() const { return m_choice; }

void ModelField::setWords(const QString& name, const QString& otherwise, const QString& noModel)
{
    m_otherwise = otherwise;
    m_connection->setNames(objectName() + QStringLiteral(".connection"), tr("%1: server").arg(name));
    m_model->setNames(objectName() + QStringLiteral(".model"), tr("%1: name").arg(name));
    m_model->lineEdit()->setPlaceholderText(noModel);
    fill();
}

/// A connection is referred to by id or by name.
int ModelField::indexOf(const QString& connection) const
{
    for (qsizetype i = 0; i < m_connections.size(); ++i)
        if (m_connections.at(i).id == connection || m_connections.at(i).name == connection)
            return static_cast<int>(i);
    return -1;
}

void ModelField::fill()
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    const QString named = QString::fromStdString(m_choice.connection);
    m_connection->clear();
    m_connection->addItem(m_otherwise, QString());
    for (const view::ConnectionRow& row : m_connections)
        m_connection->addItem(row.name, row.id);
    if (named.isEmpty()) {
        m_connection->setCurrentIndex(0);
    } else if (const int index = indexOf(named); index >= 0) {
        m_connection->setCurrentIndex(index + 1);
    } else {
        m_connection->addItem(tr("%1 (not set up on this computer)").arg(named), named);
        m_connection->setCurrentIndex(m_connection->count() - 1);
    }
    fillModels();
    m_isFilling = wasFilling;
}

void ModelField::fillModels()
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    m_model->clear();
    if (const int index = indexOf(QString::fromStdString(m_choice.connection)); index >= 0)
        m_model->addItems(m_connections.at(index).models);
    m_model->setEditText(QString::fromStdString(m_choice.model));
    m_isFilling = wasFilling;
}

using theme::ButtonKind;
using theme::Color;
using theme::TextRole;

namespace {

constexpr int leastWidth = 460;

} // namespace

ConnectionChoiceDialog::ConnectionChoiceDialog(const theme::ThemeController& theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_explanation(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_why(new theme::TextLabel(theme, TextRole::Ui, Color::DangerText, QFont::Normal, this))
    , m_model(new ModelChoice(theme, QStringLiteral("connectionChoice"), this))
    , m_state(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_cancel(theme::makeDialogButton(theme, "connectionChoice.cancel", this))
    , m_use(theme::makeDialogButton(theme, "connectionChoice.use", this, ButtonKind::Primary))
{
    setObjectName(QStringLiteral("connectionChoice"));
    m_why->setObjectName(QStringLiteral("connectionChoice.why"));
    m_state->setObjectName(QStringLiteral("connectionChoice.state"));
    m_use->setDefault(true);
    build();
    connect(m_model, &ModelChoice::changed, this, &ConnectionChoiceDialog::refresh);
    connect(m_model, &ModelChoice::connectionsRequested, this, &ConnectionChoiceDialog::connectionsRequested);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_use, &QPushButton::clicked, this, &ConnectionChoiceDialog::choose);
    retranslate();
}

void ConnectionChoiceDialog::build()
{
    for (QLabel* label : {m_explanation, m_why, m_state})
        label->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(8);
    column->addWidget(m_why);
    column->addWidget(m_explanation);
    column->addSpacing(4);
    column->addWidget(m_model);
    column->addStretch(1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_state, 1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_use);
    column->addLayout(buttons);
    setMinimumWidth(m_theme.theme().px(leastWidth));
}

void ConnectionChoiceDialog::setSession(const QString& title, const QString& failure)
{
    m_title = title;
    m_failure = failure;
    retranslate();
}

void ConnectionChoiceDialog::setConnections(const QList<view::ConnectionRow>& connections)
{
    m_model->setConnections(connections, {}, {});
    retranslate();
}

QString ConnectionChoiceDialog::whatIsMissing() const
{
    if (!m_model->hasConnections())
        return tr("Add a model first: a server on this computer, or one with a key.");
    return m_model->model().isEmpty() ? tr("Enter the name of the model.") : QString();
}

void ConnectionChoiceDialog::choose()
{
    if (!whatIsMissing().isEmpty())
        return;
    emit chosen(m_model->connection(), m_model->connectionName(), m_model->model());
    accept();
}

void ConnectionChoiceDialog::refresh()
{
    const QString missing = whatIsMissing();
    m_state->setText(missing);
    m_use->setEnabled(missing.isEmpty());
}

void ConnectionChoiceDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ConnectionChoiceDialog::retranslate()
{
    setWindowTitle(tr("Choose a connection"));
    setAccessibleName(windowTitle());
    m_why->setText(m_failure);
    m_why->setVisible(!m_failure.isEmpty());
    m_explanation->setText(m_title.isEmpty()
                               ? tr("From now on, the whole team of this session uses it, and continues.")
                               : tr("From now on, the whole team of “%1” uses it, and continues.").arg(m_title));
    m_model->retranslate();
    const auto name = [this](QPushButton* button, const QString& text) {
        theme::setButtonText(m_theme, *button, text);
        button->setAccessibleName(text);
    };
    name(m_cancel, tr("Cancel"));
    name(m_use, tr("Use it and continue"));
    refresh();
}

} // namespace quarterdeck::ui
