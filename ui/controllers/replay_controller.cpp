#include "ui/controllers/replay_controller.h"

#include "model/conversation/channel.h"
#include "ui/present/present.h"

namespace quarterdeck::ui {

namespace {
constexpr int buckets = 240;
constexpr int growthPauseMs = 1000; ///< a busy session does not ask for its timeline more often
} // namespace

ReplayController::ReplayController(ReplayBar& bar, CurrentSession& viewed, ActionRegistry& actions, QObject* parent)
    : QObject(parent)
    , m_bar(bar)
    , m_viewed(viewed)
    , m_actions(actions)
{
    connect(&viewed, &CurrentSession::sessionChanged, this, [this] { toggle(false); });
    connect(&viewed, &CurrentSession::replayToggled, this, [this](bool isReplaying) {
        m_actions[ActionId::ViewReplay].setChecked(isReplaying);
        m_actions.setScopeEnabled(ActionScope::Live, !isReplaying);
        m_actions.setScopeEnabled(ActionScope::Replay, isReplaying);
        if (isReplaying) {
            readTimeline();
            connect(m_viewed.replay(), &ReplayProxy::playingChanged, this, &ReplayController::refresh);
        }
    });
    connect(&viewed, &CurrentSession::stateChanged, this, &ReplayController::refresh);
    connect(&viewed, &CurrentSession::grewBeyondMoment, this, &ReplayController::refresh);
    actions.setScopeEnabled(ActionScope::Replay, false);
    m_growing.setSingleShot(true);
    m_growing.setInterval(growthPauseMs);
    connect(&m_growing, &QTimer::timeout, this, [this] {
        if (m_viewed.isReplaying())
            readTimeline();
    });
    connectBar();
    connectActions();
    connect(&actions, &ActionRegistry::shortcutChanged, this, &ReplayController::showKeys);
    showKeys();
}

void ReplayController::showKeys()
{
    m_bar.setKeys({m_actions.shortcut(ActionId::ReplayPlay), m_actions.shortcut(ActionId::ReplayStepBack),
                   m_actions.shortcut(ActionId::ReplayStep), m_actions.shortcut(ActionId::ReplayNextQuestion),
                   m_actions.shortcut(ActionId::ReplayEnd)});
}

void ReplayController::connectBar()
{
    connect(&m_bar, &ReplayBar::playToggled, &m_actions[ActionId::ReplayPlay], &QAction::trigger);
    connect(&m_bar, &ReplayBar::stepForwardClicked, &m_actions[ActionId::ReplayStep], &QAction::trigger);
    connect(&m_bar, &ReplayBar::stepBackwardClicked, &m_actions[ActionId::ReplayStepBack], &QAction::trigger);
    connect(&m_bar, &ReplayBar::nextQuestionClicked, &m_actions[ActionId::ReplayNextQuestion], &QAction::trigger);
    connect(&m_bar, &ReplayBar::endClicked, &m_actions[ActionId::ReplayEnd], &QAction::trigger);
    connect(&m_bar, &ReplayBar::leaveClicked, this, [this] { toggle(false); });
    connect(&m_bar, &ReplayBar::speedChosen, this, [this](double factor) {
        tell([factor](ReplayProxy& replay) { replay.setSpeed(factor); });
        refresh();
    });
    connect(&m_bar, &ReplayBar::gapsShortenedChosen, this,
            [this](bool on) { tell([on](ReplayProxy& replay) { replay.setGapsShortened(on); }); });
    connect(&m_bar, &ReplayBar::timeChosen, this,
            [this](conversation::Timestamp time) { tell([time](ReplayProxy& replay) { replay.seekTime(time); }); });
}

void ReplayController::connectActions()
{
    const auto bind = [this](ActionId id, std::function<void(ReplayProxy&)> call) {
        connect(&m_actions[id], &QAction::triggered, this, [this, call = std::move(call)] { tell(call); });
    };
    bind(ActionId::ReplayPlay, [this](ReplayProxy& replay) {
        if (!replay.isPlaying() && isAtEnd())
            replay.seek({1}); // there is nothing more to play: once more from the start
        replay.setPlaying(!replay.isPlaying());
    });
    bind(ActionId::ReplayStep, [](ReplayProxy& replay) { replay.stepForward(); });
    bind(ActionId::ReplayStepBack, [](ReplayProxy& replay) { replay.stepBackward(); });
    bind(ActionId::ReplayNextQuestion, [](ReplayProxy& replay) { replay.nextQuestion(); });
    bind(ActionId::ReplayStart, [](ReplayProxy& replay) { replay.seek({1}); });
    bind(ActionId::ReplayEnd, [this](ReplayProxy& replay) { replay.seek(newest().lastSeq()); });
    connect(&m_actions[ActionId::ViewReplay], &QAction::triggered, this, &ReplayController::toggle);
}

bool ReplayController::isAtEnd() const
{
    const auto asOf = m_viewed.asOf();
    return asOf && *asOf >= newest().lastSeq();
}

/// A team at work goes on while somebody looks at an earlier moment.
const conversation::ConversationState& ReplayController::newest() const { return *m_viewed.live()->state(); }

void ReplayController::toggle(bool on)
{
    if (on && !m_viewed.isEmpty() && m_start)
        m_start([this, session = m_viewed.id()](conversation::EventSeq at) {
            if (session == m_viewed.id())
                m_viewed.startReplay(at);
        });
    else if (on && !m_viewed.isEmpty())
        m_viewed.startReplay(newest().lastSeq());
    else
        m_viewed.endReplay();
    m_actions[ActionId::ViewReplay].setChecked(m_viewed.isReplaying());
    m_actions.setAvailable(ActionId::ViewReplay, !m_viewed.isEmpty());
}

void ReplayController::tell(const std::function<void(ReplayProxy&)>& call)
{
    if (m_viewed.replay() != nullptr)
        call(*m_viewed.replay());
}

void ReplayController::readTimeline()
{
    m_timelineEnd = newest().lastSeq();
    const present::Members members = present::membersOf(newest());
    m_viewed.library().readTimeline(
        m_viewed.id(), buckets,
        m_receiver.wrap<session::Result<session::Timeline>>([this, members](session::Result<session::Timeline> read) {
            if (read)
                m_bar.setTimeline(present::timeline(*read, members));
        }));
}

void ReplayController::refresh()
{
    const ReplayProxy* replay = m_viewed.replay();
    if (replay == nullptr || !replay->moment().state)
        return;
    ReplayState view;
    view.time = replay->moment().time;
    view.row = replay->moment().state->rowCount(conversation::channel::everything);
    view.rows = newest().rowCount(conversation::channel::everything);
    view.isPlaying = replay->isPlaying();
    view.speed = replay->speed();
    view.areGapsShortened = replay->areGapsShortened();
    view.areTimesKnown = replay->moment().state->areTimesKnown();
    m_bar.setMoment(view);
    if (m_timelineEnd < newest().lastSeq() && !m_growing.isActive())
        m_growing.start();
}

} // namespace quarterdeck::ui
