#include "ui/panels/toolbar.h"

#include "ui/panels/limits_popup.h"
#include "ui/panels/toolbar_parts.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>

#include <utility>

namespace quarterdeck::ui {

using theme::ButtonKind;
using theme::ButtonSize;
using theme::Color;
using theme::Icon;
using theme::Measure;
using theme::TextRole;
using view::RunState;

namespace {

// Below this width words give way to icons: the toolbar beside the folded docks of a narrow window.
constexpr double narrowBelow = 920;
// Below this width only the essential stays: large text in a narrow window.
constexpr double leastBelow = 600;

bool isOver(RunState run) { return run == RunState::Finished || run == RunState::Stopped; }

QWidget* makeRule(const theme::ThemeController& theme, QWidget* parent)
{
    auto* rule = new theme::Surface(theme, Color::Line2, {}, parent);
    rule->setFixedSize(1, 20);
    return rule;
}

} // namespace

Toolbar::Toolbar(const theme::ThemeController& theme, ActionRegistry& actions, QWidget* parent)
    : Surface(theme, Color::BgWindow, Qt::BottomEdge, parent)
    , m_actions(actions)
    , m_sessions(
          theme::makeActionButton(theme, actions[ActionId::ViewSessions], Icon::PanelLeft, ButtonSize::Normal, this))
    , m_title(new theme::TextLabel(theme, TextRole::Read, Color::Text1, QFont::DemiBold, this))
    , m_clock(new ClockChip(theme, this))
    , m_glyph(new theme::GlyphLabel(theme, 14, this))
    , m_run(new theme::TextLabel(theme, TextRole::Meta, Color::Text2, QFont::DemiBold, this))
    , m_round(new theme::TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Normal, this))
    , m_connection(makeConnectionButton(theme, actions[ActionId::AgentsConnect], this))
    , m_archived(theme::makeButton(theme, QStringLiteral("toolbar.archived"), {}, ButtonKind::Flat, Icon::Archive,
                                   ButtonSize::Normal, this))
    , m_privacy(new theme::MenuButton(theme, this))
    , m_choose(theme::makeButton(theme, QStringLiteral("toolbar.chooseConnection"), {}, ButtonKind::Normal, Icon::Plug,
                                 ButtonSize::Normal, this))
    , m_retry(theme::makeButton(theme, QStringLiteral("toolbar.retry"), {}, ButtonKind::Primary, Icon::Play,
                                ButtonSize::Normal, this))
    , m_pause(theme::makeButton(theme, QStringLiteral("toolbar.pause"), {}, ButtonKind::Normal, Icon::Pause,
                                ButtonSize::Normal, this))
    , m_step(theme::makeButton(theme, QStringLiteral("toolbar.step"), {}, ButtonKind::Normal, Icon::StepForward,
                               ButtonSize::Normal, this))
    , m_stop(theme::makeButton(theme, QStringLiteral("toolbar.stop"), {}, ButtonKind::Normal, Icon::Square,
                               ButtonSize::Normal, this))
    , m_firstRule(makeRule(theme, this))
    , m_secondRule(makeRule(theme, this))
    , m_gauge(new BudgetGauge(theme, this))
    , m_limits(new LimitsPopup(theme, this))
    , m_replay(theme::makeActionButton(theme, actions[ActionId::ViewReplay], Icon::History, ButtonSize::Normal, this))
    , m_docks(theme::makeActionButton(theme, actions[ActionId::ViewDocks], Icon::PanelRight, ButtonSize::Normal, this))
{
    setObjectName(QStringLiteral("toolbar"));
    build();
    buildPrivacyMenu();
    connectActions();
    refresh();
}

void Toolbar::build()
{
    m_title->setElideMode(Qt::ElideRight);
    m_title->setObjectName(QStringLiteral("toolbar.title"));
    m_run->setObjectName(QStringLiteral("toolbar.run"));
    m_round->setObjectName(QStringLiteral("toolbar.round"));
    auto* state = new QHBoxLayout;
    state->setSpacing(6);
    state->addWidget(m_glyph);
    state->addWidget(m_run);
    state->addWidget(m_round);
    m_round->setElideMode(Qt::ElideRight);
    auto* run = new QHBoxLayout;
    run->setSpacing(0);
    for (QPushButton* button : {m_pause, m_step, m_stop})
        run->addWidget(button);

    auto* row = new QHBoxLayout(this);
    row->setSpacing(10);
    row->setContentsMargins(14, 0, 12, 1);
    row->addWidget(m_sessions);
    row->addWidget(m_title);
    row->addWidget(m_clock);
    row->addLayout(state);
    row->addWidget(m_connection);
    row->addWidget(m_archived);
    row->addStretch(1);
    row->addWidget(m_privacy);
    row->addWidget(m_choose);
    row->addWidget(m_retry);
    row->addLayout(run);
    row->addWidget(m_firstRule);
    row->addWidget(m_gauge);
    row->addWidget(m_secondRule);
    row->addWidget(m_replay);
    row->addWidget(m_docks);
    const auto resize = [this] { setFixedHeight(theme().px(Measure::HToolbar)); };
    resize();
    connect(&controller(), &theme::ThemeController::changed, this, resize);
    connect(&controller(), &theme::ThemeController::changed, this, [this] {
        fitRoom(); // larger text leaves less
        refresh();
    });
}

void Toolbar::buildPrivacyMenu()
{
    auto* menu = new QMenu(m_privacy);
    menu->setObjectName(QStringLiteral("toolbar.privacy.menu"));
    auto* choices = new QActionGroup(menu);
    for (const bool isPrivate : {false, true}) {
        QAction* choice = menu->addAction(QString());
        choice->setCheckable(true);
        choices->addAction(choice);
        connect(choice, &QAction::triggered, this, [this, isPrivate] { emit privacyChosen(isPrivate); });
    }
    m_privacy->setMenu(menu);
    m_privacy->setObjectName(QStringLiteral("toolbar.privacy"));
}

void Toolbar::connectActions()
{
    const auto bind = [this](QPushButton* button, ActionId id) {
        QAction& action = m_actions[id];
        connect(button, &QPushButton::clicked, &action, &QAction::trigger);
        const auto follow = [button, &action] { button->setEnabled(action.isEnabled()); };
        connect(&action, &QAction::changed, button, follow);
        follow();
    };
    bind(m_retry, ActionId::RunPause);
    bind(m_pause, ActionId::RunPause);
    bind(m_step, ActionId::RunStep);
    bind(m_stop, ActionId::RunStop);
    // A visible panel speaks for itself, so its button needs no second state.
    for (QToolButton* button : {m_sessions, m_docks})
        button->setCheckable(false);
    for (const ActionId id : {ActionId::ViewSessions, ActionId::ViewDocks})
        connect(&m_actions[id], &QAction::toggled, this, &Toolbar::refreshNarrow);
    connect(m_choose, &QPushButton::clicked, this, &Toolbar::connectionRequested);
    connect(m_archived, &QPushButton::clicked, this, &Toolbar::unarchiveRequested);
    connect(m_gauge, &QAbstractButton::clicked, this, &Toolbar::openLimits);
    connect(m_limits, &LimitsPopup::limitsChosen, this, &Toolbar::limitsChosen);
    connect(m_limits, &LimitsPopup::costRequested, this, &Toolbar::costRequested);
    connect(m_limits, &LimitsPopup::modelRequested, this, &Toolbar::connectionRequested);
    connect(m_limits, &LimitsPopup::closed, m_gauge, [this] { m_gauge->setDown(false); });
}

void Toolbar::closeLimits() { m_limits->dismiss(); }

void Toolbar::openLimits()
{
    if (!m_state.canSetLimits) {
        emit costRequested();
        return;
    }
    m_limits->openBelow(*m_gauge);
    m_gauge->setDown(true);
}

void Toolbar::setState(const view::ToolbarState& state)
{
    if (m_state == state)
        return;
    m_state = state;
    refresh();
}

void Toolbar::refresh()
{
    setAccessibleName(tr("Session"));
    m_title->setText(m_state.hasSession ? m_state.title : tr("Quarterdeck"));
    m_clock->setClock(m_state.hasSession ? m_state.replayClock : QString());
    const bool isUnused = m_state.canSetLimits && m_state.unpricedTokens == 0; // unless something is known
    m_gauge->setValues(m_state.dollars || !isUnused ? m_state.dollars : 0.0, m_state.budget, m_state.unpricedTokens);
    m_gauge->setBurn(m_state.burn);
    if (!m_state.canSetLimits)
        closeLimits();
    m_limits->setLimits(
        {m_state.budget, m_state.rounds, m_gauge->spent(), m_state.burn, m_state.round, m_state.hasModels});
    refreshRun();
    // Recordings, and moments of a replay, have no program.
    const bool isLive = m_state.hasSession && isNow();
    showConnection(controller(), *m_connection, isLive ? m_state.connection : std::nullopt, isNarrow());
    refreshArchived();
    refreshPrivacy();
    refreshNarrow();
}

void Toolbar::refreshArchived()
{
    const QString word = tr("Archived");
    theme::setButtonText(controller(), *m_archived, isNarrow() ? QString() : word);
    m_archived->setAccessibleName(word);
    m_archived->setAccessibleDescription(tr("Move out of archive"));
    m_archived->setToolTip(tr("Move out of archive"));
    m_archived->setVisible(m_state.hasSession && m_state.isArchived);
}

void Toolbar::refreshRun()
{
    showRunState();
    nameRunButtons();
    offerRunButtons();
}

void Toolbar::showRunState()
{
    const RunState run = m_state.run;
    const bool isTold = m_state.canRun || run != RunState::NotStarted; // some programs only tell what was said
    m_glyph->setGlyph(glyphOf(run));
    const QString word = m_state.runWords.isEmpty() ? wordOf(run) : m_state.runWords;
    m_glyph->setAccessibleName(word);
    const QString why = m_state.failure.isEmpty() ? word : theme::plainToolTip(m_state.failure);
    m_glyph->setToolTip(why);
    m_run->setText(word);
    m_run->setToolTip(m_state.failure.isEmpty() ? QString() : why);
    m_run->setColor(colorOf(run));
    QString more = m_state.reason;
    if (more.isEmpty() && m_state.round > 0)
        more = m_state.rounds >= m_state.round // a log of before has more than were planned
            ? tr("round %1 of %2").arg(m_state.round).arg(m_state.rounds)
            : tr("round %1").arg(m_state.round);
    m_round->setText(more);
    m_round->setToolTip(theme::plainToolTip(m_state.failure));
    m_glyph->setVisible(m_state.hasSession && isNow() && isTold);
    m_run->setVisible(m_glyph->isVisibleTo(this) && m_room != BudgetGauge::Room::Least);
}

void Toolbar::nameRunButtons()
{
    const RunState run = m_state.run;
    const bool isGoing = run == RunState::Running || run == RunState::WaitingForUser || run == RunState::AtRest
        || run == RunState::Held || run == RunState::Stopping; // not offered to go on before it has stopped
    theme::setButtonIcon(controller(), *m_pause, isGoing ? Icon::Pause : Icon::Play);
    const QString pause = isGoing ? tr("Pause") : run == RunState::NotStarted ? tr("Run") : tr("Resume");
    const auto name = [this](QPushButton* button, const QString& text, ActionId id) {
        theme::setButtonText(controller(), *button, isNarrow() ? QString() : text);
        button->setAccessibleName(text);
        button->setToolTip(theme::toolTipWithShortcut(text, m_actions.shortcut(id)));
    };
    theme::setButtonText(controller(), *m_retry, tr("Try again")); // what is to be done keeps its words
    m_retry->setAccessibleName(tr("Try again"));
    m_retry->setToolTip(theme::toolTipWithShortcut(tr("Try again"), m_actions.shortcut(ActionId::RunPause)));
    const QString choose = tr("Choose a connection…");
    theme::setButtonText(controller(), *m_choose, isNarrow() ? QString() : choose);
    m_choose->setAccessibleName(choose);
    m_choose->setToolTip(choose);
    name(m_pause, pause, ActionId::RunPause);
    name(m_step, tr("Step"), ActionId::RunStep);
    name(m_stop, tr("Stop"), ActionId::RunStop);
}

void Toolbar::offerRunButtons()
{
    const RunState run = m_state.run;
    const bool canSteer = m_state.hasSession && m_state.canRun && isNow();
    const bool hasFailed = run == RunState::Failed;
    const bool isLeast = m_room == BudgetGauge::Room::Least;
    m_choose->setVisible(canSteer && hasFailed && m_state.canChooseModel);
    m_retry->setVisible(canSteer && hasFailed);
    m_pause->setVisible(canSteer && !hasFailed && (!isOver(run) || run == RunState::Stopped)); // that can go on
    m_step->setVisible(canSteer && !hasFailed && !isOver(run) && !isLeast); // its key and its place in the menu stay
    m_stop->setVisible(canSteer && !isOver(run));
    theme::joinAsSegments({m_pause, m_step, m_stop});
    m_replay->setVisible(m_state.hasSession && m_state.canReplay);
}

void Toolbar::refreshPrivacy()
{
    const bool isPrivate = m_state.isPrivate;
    const QString word = isPrivate ? tr("Private") : tr("Public");
    const bool mayChange = m_state.canChangePrivacy && m_state.replayClock.isEmpty();
    m_privacy->setText(isNarrow() ? QString() : word);
    m_privacy->setLook(isPrivate ? Icon::Lock : Icon::Globe, isPrivate ? Color::PrivateText : Color::Text2);
    m_privacy->setEnabled(mayChange);
    m_privacy->setAccessibleName(isPrivate ? tr("Private: messages reach only those named")
                                           : tr("Public: everyone hears every message"));
    m_privacy->setToolTip(m_privacy->accessibleName());
    m_privacy->setVisible(m_state.hasSession);
    const QList<QAction*> choices = m_privacy->menu()->actions();
    choices[0]->setText(tr("Public: everyone hears every message"));
    choices[1]->setText(tr("Private: messages reach only those named"));
    choices[isPrivate ? 1 : 0]->setChecked(true);
}

void Toolbar::refreshNarrow()
{
    const bool hasCost =
        m_state.hasSession && (m_state.dollars.has_value() || m_state.budget.has_value() || m_state.canSetLimits);
    m_sessions->setVisible(!m_actions[ActionId::ViewSessions].isChecked());
    m_round->setVisible(m_state.hasSession && !isNarrow() && !m_round->text().isEmpty());
    m_gauge->setRoom(m_room);
    m_gauge->setVisible(hasCost);
    m_firstRule->setVisible(hasCost && !isNarrow());
    m_secondRule->setVisible(hasCost && !isNarrow());
    // Folded docks leave a strip, which has this button.
    m_docks->setVisible(m_actions[ActionId::ViewDocks].isChecked());
}

void Toolbar::resizeEvent(QResizeEvent* event)
{
    Surface::resizeEvent(event);
    fitRoom();
}

void Toolbar::fitRoom()
{
    using Room = BudgetGauge::Room;
    const Room room = width() < theme().px(leastBelow) ? Room::Least
        : width() < theme().px(narrowBelow)            ? Room::Narrow
                                                       : Room::Wide;
    if (std::exchange(m_room, room) != room)
        refresh();
}

void Toolbar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    Surface::changeEvent(event);
}

} // namespace quarterdeck::ui
