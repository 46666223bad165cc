#include "ui/panels/hold_bar.h"

#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>

namespace quarterdeck::ui {

using theme::ButtonKind;
using theme::ButtonSize;
using theme::Color;

HoldBar::HoldBar(const theme::ThemeController& theme, ActionRegistry& actions, QWidget* parent)
    : Surface(theme, Color::HoldBg, Qt::BottomEdge, parent)
    , m_actions(actions)
    , m_title(new theme::TextLabel(theme, theme::TextRole::Ui, Color::Text1, QFont::DemiBold, this))
    , m_count(new theme::TextLabel(theme, theme::TextRole::Ui, Color::Text1, QFont::Normal, this))
    , m_rules(theme::makeButton(theme, QStringLiteral("hold.rules"), {}, ButtonKind::Flat, theme::Icon::None,
                                ButtonSize::Small, this))
    , m_step(theme::makeButton(theme, QStringLiteral("hold.step"), {}, ButtonKind::Normal, theme::Icon::StepForward,
                               ButtonSize::Small, this))
    , m_all(theme::makeButton(theme, QStringLiteral("hold.all"), {}, ButtonKind::Normal, theme::Icon::None,
                              ButtonSize::Small, this))
    , m_stop(theme::makeButton(theme, QStringLiteral("hold.stop"), {}, ButtonKind::Flat, theme::Icon::None,
                               ButtonSize::Small, this))
{
    setObjectName(QStringLiteral("holdBar"));
    m_title->setObjectName(QStringLiteral("hold.title"));
    m_count->setObjectName(QStringLiteral("hold.count"));
    m_count->setElideMode(Qt::ElideRight);
    auto* row = new QHBoxLayout(this);
    row->addWidget(new theme::IconLabel(theme, theme::Icon::Hand, Color::HoldText, 16, this));
    row->addWidget(m_title);
    row->addWidget(m_count);
    row->addStretch(1);
    for (QPushButton* button : {m_rules, m_step, m_all, m_stop})
        row->addWidget(button);
    connect(m_rules, &QPushButton::clicked, &actions[ActionId::RunHoldRules], &QAction::trigger);
    connect(m_step, &QPushButton::clicked, &actions[ActionId::RunStepMessage], &QAction::trigger);
    connect(m_all, &QPushButton::clicked, this, &HoldBar::allReleased);
    connect(m_stop, &QPushButton::clicked, &actions[ActionId::RunHold], &QAction::trigger);
    connect(&theme, &theme::ThemeController::changed, this, &HoldBar::resizeParts);
    resizeParts();
    retranslate();
    hide();
}

void HoldBar::setView(const HoldBarState& view)
{
    m_view = view;
    retranslate();
    m_step->setEnabled(view.waiting > 0);
    m_all->setEnabled(view.waiting > 0); // hidden, it would move the others under the hand
    m_stop->setVisible(view.holdsEverything);
    setVisible(view.holdsEverything || view.waiting > 0);
}

void HoldBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void HoldBar::resizeParts()
{
    layout()->setContentsMargins(theme().px(14), theme().px(5), theme().px(14), theme().px(6));
    layout()->setSpacing(theme().px(8));
}

void HoldBar::retranslate()
{
    setAccessibleName(tr("Held messages"));
    m_title->setText(m_view.holdsEverything ? tr("Holding everything.") : tr("Messages are held."));
    m_count->setText(m_view.waiting > 0 ? tr("%n message(s) wait for you.", nullptr, m_view.waiting)
                                        : tr("What a member says to another waits for you."));
    theme::setButtonText(controller(), *m_rules, tr("Rules…"));
    theme::setButtonText(controller(), *m_step, tr("Step message"));
    m_step->setToolTip(
        theme::toolTipWithShortcut(tr("Let the oldest one go"), m_actions[ActionId::RunStepMessage].shortcut()));
    theme::setButtonText(controller(), *m_all, tr("Let all go"));
    theme::setButtonText(controller(), *m_stop, tr("Stop holding"));
}

} // namespace quarterdeck::ui
