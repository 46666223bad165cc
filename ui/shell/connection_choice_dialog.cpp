#include "ui/shell/connection_choice_dialog.h"

#include "ui/theme/buttons.h"
#include "ui/theme/combo_box.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace quarterdeck::ui {

using theme::ButtonKind;
using theme::Color;
using theme::TextRole;

namespace {

constexpr int leastWidth = 420;
constexpr int longestModel = 200;

} // namespace

ConnectionChoiceDialog::ConnectionChoiceDialog(const theme::ThemeController& theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_explanation(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_why(new theme::TextLabel(theme, TextRole::Ui, Color::DangerText, QFont::Normal, this))
    , m_connectionLabel(theme::makeFieldLabel(theme, this))
    , m_connection(new theme::ComboBox(theme, this))
    , m_modelLabel(theme::makeFieldLabel(theme, this))
    , m_model(new theme::ComboBox(theme, this))
    , m_manage(theme::makeDialogButton(theme, "connectionChoice.manage", this, ButtonKind::Link))
    , m_state(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_cancel(theme::makeDialogButton(theme, "connectionChoice.cancel", this))
    , m_use(theme::makeDialogButton(theme, "connectionChoice.use", this, ButtonKind::Primary))
{
    setObjectName(QStringLiteral("connectionChoice"));
    m_why->setObjectName(QStringLiteral("connectionChoice.why"));
    m_state->setObjectName(QStringLiteral("connectionChoice.state"));
    m_model->setFreeText();
    m_model->lineEdit()->setMaxLength(longestModel);
    m_use->setDefault(true);
    build();
    connect(m_connection, &QComboBox::currentIndexChanged, this, &ConnectionChoiceDialog::showModels);
    connect(m_model, &QComboBox::currentTextChanged, this, &ConnectionChoiceDialog::refresh);
    connect(m_manage, &QPushButton::clicked, this, &ConnectionChoiceDialog::connectionsRequested);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_use, &QPushButton::clicked, this, &ConnectionChoiceDialog::choose);
    retranslate();
}

void ConnectionChoiceDialog::build()
{
    for (QLabel* label : {m_explanation, m_why, m_state})
        label->setWordWrap(true);
    m_connectionLabel->setBuddy(m_connection);
    m_modelLabel->setBuddy(m_model);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(8);
    column->addWidget(m_why);
    column->addWidget(m_explanation);
    column->addSpacing(4);
    auto* head = new QHBoxLayout;
    head->addWidget(m_connectionLabel, 1);
    head->addWidget(m_manage);
    column->addLayout(head);
    column->addWidget(m_connection);
    column->addWidget(m_modelLabel);
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
    const QString chosen = m_connection->currentData().toString();
    const QString typed = m_model->currentText();
    m_connections = connections;
    {
        const QSignalBlocker quiet(m_connection);
        m_connection->clear();
        for (const view::ConnectionRow& row : connections)
            m_connection->addItem(row.name, row.id);
        m_connection->setCurrentIndex(std::max(m_connection->findData(chosen), connections.isEmpty() ? -1 : 0));
    }
    showModels();
    if (!chosen.isEmpty() && m_connection->currentData().toString() == chosen && !typed.isEmpty())
        m_model->setEditText(typed);
    retranslate();
}

void ConnectionChoiceDialog::showModels()
{
    const int index = m_connection->currentIndex();
    {
        const QSignalBlocker quiet(m_model);
        m_model->clear();
        if (index >= 0)
            m_model->addItems(m_connections.at(index).models);
        m_model->setEditText(m_model->count() > 0 ? m_model->itemText(0) : QString());
    }
    refresh();
}

QString ConnectionChoiceDialog::whatIsMissing() const
{
    if (m_connections.isEmpty())
        return tr("Add a model first: a server on this computer, or one with a key.");
    return m_model->currentText().trimmed().isEmpty() ? tr("Name the model.") : QString();
}

void ConnectionChoiceDialog::choose()
{
    if (!whatIsMissing().isEmpty())
        return;
    emit chosen(m_connection->currentData().toString(), m_connection->currentText(), m_model->currentText().trimmed());
    accept();
}

void ConnectionChoiceDialog::refresh()
{
    const QString missing = whatIsMissing();
    m_state->setText(missing);
    m_use->setEnabled(missing.isEmpty());
    m_connection->setEnabled(!m_connections.isEmpty());
    m_model->setEnabled(!m_connections.isEmpty());
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
                               ? tr("The whole team of this session speaks through it from now on, and goes on.")
                               : tr("The whole team of “%1” speaks through it from now on, and goes on.").arg(m_title));
    m_connectionLabel->setText(tr("Server"));
    m_connection->setNames(QStringLiteral("connectionChoice.connection"), m_connectionLabel->text());
    m_modelLabel->setText(tr("Model"));
    m_model->setNames(QStringLiteral("connectionChoice.model"), m_modelLabel->text());
    m_model->lineEdit()->setPlaceholderText(tr("Name of the model"));
    const auto name = [this](QPushButton* button, const QString& text) {
        theme::setButtonText(m_theme, *button, text);
        button->setAccessibleName(text);
    };
    name(m_manage, m_connections.isEmpty() ? tr("Add a model…") : tr("Models…"));
    name(m_cancel, tr("Cancel"));
    name(m_use, tr("Use it and go on"));
    refresh();
}

} // namespace quarterdeck::ui
