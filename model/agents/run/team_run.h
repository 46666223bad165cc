#pragma once

#include "model/agents/coroutine_support.h"
#include "model/agents/run/agent.h"
#include "model/agents/run/round_clock.h"
#include "model/agents/run/session_notes.h"
#include "model/session/post.h"
#include "model/session/session.h"

#include <QCoroTask>
#include <QObject>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::team {

using conversation::ConversationState;
using conversation::Error;
using conversation::Message;
using conversation::QuestionEnd;
using conversation::QuestionId;
using conversation::Result;
using conversation::RoleName;

[[nodiscard]] Error cancelledError();

/// News that a role took and has not finished.
struct InterruptedTurn
{
    std::int64_t from = 0;  ///< position in its inbox
    bool isInRound = false; ///< the round it takes part in has begun
};

/// What the coroutines of one team share, the runner's and its agents'. Held by shared_ptr in every frame, so that none
/// ever touches the runner itself; after `close`, everything they still wait for is answered as cancelled. The run's
/// state is in the log; here is only what runs in this process. Thread: engine.
class TeamRun final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamRun)
public:
    using State = std::shared_ptr<const ConversationState>;

    struct Acting
    {
        bool isWaitingForUser = false; ///< does not hold up a round
        bool isPausedAlone = false;    ///< nor does this: it waits until the person lets it continue
        bool isElsewhere = false;      ///< an outside program is waited for
    };

    TeamRun(session::Session& session, std::shared_ptr<AgentFactory> agents);

    /// Ends everything at once: nothing more is written, as if the process had been killed.
    void close();
    [[nodiscard]] bool isClosed() const { return closing.isCancelled(); }
    [[nodiscard]] const State& state() const { return m_state; }
    [[nodiscard]] const session::SessionId& id() const { return m_id; }
    [[nodiscard]] conversation::RunState runState() const { return m_state->runState(); }
    [[nodiscard]] bool isPaused() const { return runState() == conversation::RunState::Paused; }
    /// Null after `close`.
    [[nodiscard]] session::Session* session() const { return m_session; }
    [[nodiscard]] const std::shared_ptr<AgentFactory>& agents() const { return m_agents; }
    [[nodiscard]] std::shared_ptr<Agent> agentOf(const conversation::Role& role);

    /// Something may have become possible: whoever waits for a change looks again, once per turn of the event loop.
    void noteChange();
    [[nodiscard]] std::uint64_t version() const { return m_version; }
    /// Everything to be done is done until something changes; nothing has changed since `seen`.
    void rest(std::uint64_t seen);
    [[nodiscard]] bool isResting() const { return m_isResting; }
    [[nodiscard]] Callbacks::Registration onRest(std::function<void()> call) { return m_rests.add(std::move(call)); }
    [[nodiscard]] Callbacks::Registration onChange(std::function<void()> call)
    {
        return m_changes.add(std::move(call));
    }

    /// `call` runs when that question has ended.
    [[nodiscard]] Callbacks::Registration onQuestionEnded(const QuestionId& id,
                                                          std::function<void(const QuestionEnd&)> call);
    [[nodiscard]] bool isActing(const RoleName& role) const { return acting.contains(role); }
    /// The person has paused this member.
    [[nodiscard]] bool isPaused(const RoleName& role) const;
    /// Somebody acts who is not waiting for the person.
    [[nodiscard]] bool isAnybodyBusy() const;
    /// Wraps answers that arrive on other threads.
    template <typename T>
    [[nodiscard]] std::function<void(T)> onThisThread(std::function<void(T)> call) const
    {
        return m_receiver.wrap<T>(std::move(call));
    }

    CancelToken closing;                                                     ///< the runner is dying
    std::shared_ptr<CancelToken> stopping = std::make_shared<CancelToken>(); ///< the person stops this run
    std::map<RoleName, Acting> acting;
    std::map<RoleName, InterruptedTurn> unfinished;
    std::map<RoleName, std::int64_t> lookedUpTo; ///< after the end: mail that contained no message from the person
    std::int32_t roundLimit = 0;                 ///< pause when this round is done; 0 = none
    std::int32_t roundsPerRun = 0;               ///< by how much `roundLimit` grows when the person continues
    std::int64_t endedAtMessage = -1; ///< the person let the run end, its budget used up, after this many messages
    bool isStepping = false;          ///< pause after the next round
    bool isPausingAtLimit = false;
    bool isChangingLimits = false;          ///< one change after the other
    std::optional<TeamLimits> wantedLimits; ///< the person's newest wish
    bool isSummingUp = false; ///< the leader tells where things stand, whatever the pause and the budget say
    bool isRoundOver = false; ///< it took too long, and the run pauses for that: running again grants the same time
    RoundClock clock{[this] { noteChange(); }};
    std::set<RoleName> failed;  ///< failed with news: not called again before something changes
    std::set<RoleName> retried; ///< failed, and the person wants them to try again: not kept waiting for a round
    double pledged = 0.0;       ///< US dollars: see Pledge
    int pledges = 0;
    /// The log cannot be written: nothing goes on before the person says so.
    std::optional<Error> halted;

private:
    void onCommitted(const std::vector<conversation::Event>& events, const State& state);

    session::Session* m_session;
    session::SessionId m_id;
    State m_state;
    std::shared_ptr<AgentFactory> m_agents;
    std::map<RoleName, std::shared_ptr<Agent>> m_minds;
    Callbacks m_questionEnds;
    const conversation::QuestionEnded* m_ended = nullptr; ///< while its observers are called
    Callbacks m_changes;
    std::uint64_t m_version = 0;
    bool m_isChangeNoted = false;
    Callbacks m_rests;
    bool m_isResting = false;
    session::CallbackGuard m_receiver{this};
};

using RunPtr = std::shared_ptr<TeamRun>;

/// Resumes after a change later than `seen`, or when the run closes.
QCoro::Task<void> changeSince(RunPtr run, std::uint64_t seen);
/// Decided and durable, or refused.
QCoro::Task<conversation::Decision> submitted(RunPtr run, conversation::Intent intent);
/// All of them, or none.
QCoro::Task<conversation::Decision> submittedTogether(RunPtr run, std::vector<conversation::Intent> intents);

/// Calls `start` with a callback that may be called from any thread, and waits for it.
template <typename T>
QCoro::Task<Result<T>> answered(RunPtr run, std::function<void(session::Done<T>)> start)
{
    auto shot = std::make_shared<OneShot<Result<T>>>();
    const auto registration = run->closing.onCancel([shot] { shot->resolve(tl::make_unexpected(cancelledError())); });
    if (!run->isClosed())
        start(run->onThisThread<Result<T>>([shot](Result<T> result) { shot->resolve(std::move(result)); }));
    co_return co_await valueOf(shot);
}

struct AgentContext::Private
{
    RunPtr run;
    conversation::Role role;
    std::shared_ptr<CancelToken> cancel;
};

} // namespace quarterdeck::team
