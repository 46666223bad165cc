#include "ui/dialogs/connection_choice_dialog.h"

#include "ui/dialogs/model_choice.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace quarterdeck::ui {

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
