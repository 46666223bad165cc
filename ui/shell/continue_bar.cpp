#include "ui/shell/continue_bar.h"

#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

ContinueBar::ContinueBar(const theme::ThemeController& theme, QAction& action, QWidget* parent)
    : Surface(theme, Color::BgWindow, Qt::TopEdge, parent)
    , m_action(action)
    , m_says(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_continue(theme::makeButton(theme, QStringLiteral("continueBar.continue"), {}, theme::ButtonKind::Normal,
                                   theme::Icon::Users, theme::ButtonSize::Normal, this))
{
    setObjectName(QStringLiteral("continueBar"));
    m_says->setObjectName(QStringLiteral("continueBar.says"));
    m_says->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_says, 1);
    row->addWidget(m_continue);
    connect(m_continue, &QPushButton::clicked, &action, &QAction::trigger);
    connect(&action, &QAction::changed, this, &ContinueBar::retranslate);
    connect(&theme, &theme::ThemeController::changed, this, &ContinueBar::resizeParts);
    resizeParts();
    retranslate();
    hide();
}

void ContinueBar::changeEvent(QEvent* event)
{
    Surface::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ContinueBar::resizeParts()
{
    layout()->setContentsMargins(theme().px(20), theme().px(10), theme().px(20), theme().px(12));
    layout()->setSpacing(theme().px(16));
}

void ContinueBar::retranslate()
{
    setAccessibleName(tr("Recording"));
    m_says->setText(tr("This is a recording: nobody in it hears you. Its team can continue in a new session."));
    const QString name = theme::withoutMnemonic(m_action.text());
    theme::setButtonText(controller(), *m_continue, name);
    m_continue->setAccessibleName(name);
    m_continue->setEnabled(m_action.isEnabled());
}

} // namespace quarterdeck::ui
