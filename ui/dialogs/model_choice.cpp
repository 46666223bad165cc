#include "ui/dialogs/model_choice.h"

#include "ui/theme/buttons.h"
#include "ui/theme/combo_box.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/theme_controller.h"

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

} // namespace quarterdeck::ui
