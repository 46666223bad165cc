#pragma once

#include "model/agents/coroutine_support.h"
#include "model/agents/environment/environments.h"
#include "model/conversation/event.h"
#include "model/conversation/ids.h"
#include "model/conversation/intent.h"
#include "model/conversation/message.h"
#include "model/conversation/role.h"
#include "model/session/session.h"

#include <QCoroTask>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::team {

class RunCallBudget;
class TeamRun;

/// A row of a role's inbox.
struct InboxRow
{
    conversation::EventSeq seq;
    conversation::MessagePublished published;
};

/// What an agent can do while it acts. Each call is an intent to the session: it is durable when it resumes, and it
/// resumes on the engine thread; after a cancel, with the error Cancelled. While the run is paused nobody speaks: calls
/// that would speak wait until it continues. Cheap to copy. None of the coroutines is a member: each keeps what it
/// needs in its own frame, so contexts and agents may be gone before they end.
class AgentContext
{
public:
    struct Private;
    explicit AgentContext(std::shared_ptr<Private> shared) : d(std::move(shared)) { }

    [[nodiscard]] const conversation::Role& role() const;
    [[nodiscard]] const conversation::SessionId& session() const;
    [[nodiscard]] std::shared_ptr<const conversation::ConversationState> state() const;
    /// The person began to speak to it alone after it last looked: what it says now would pass for the answer, so it
    /// looks again first.
    [[nodiscard]] bool isSpokenToAlone() const;
    [[nodiscard]] bool isCancelled() const;
    /// For the agent's own waits (a network reply): register there, and abort when it is cancelled.
    [[nodiscard]] const std::shared_ptr<CancelToken>& cancelToken() const;

    /// `isRemembered`: see conversation::RecordStep.
    [[nodiscard]] QCoro::Task<conversation::Result<conversation::Route>> publish(conversation::Message message,
                                                                                 bool isRemembered = false) const;
    [[nodiscard]] QCoro::Task<conversation::Result<conversation::Route>>
    publishTeamMessage(conversation::PublishTeamMessage message) const;
    [[nodiscard]] QCoro::Task<conversation::Result<conversation::Route>>
    replyToUser(conversation::ReplyToUser reply) const;
    /// What it thought, called or got back: for itself alone, in its inbox.
    [[nodiscard]] QCoro::Task<conversation::Result<conversation::Route>> recordStep(conversation::Message step) const;
    /// The same for what a stop left unfinished: written even after a cancel, but not when the program ends.
    [[nodiscard]] QCoro::Task<void> recordPartialReply(conversation::Message step) const;
    /// Asks, and waits as long as the person takes. If the log already holds this question, open or ended (after a
    /// restart), it continues with that one. A question that the runner withdrew at a stop ends as withdrawn: ask again
    /// under another id.
    [[nodiscard]] QCoro::Task<conversation::Result<conversation::QuestionEnd>>
    ask(conversation::Question question) const;
    /// Withdraws its question if nobody has answered it.
    [[nodiscard]] QCoro::Task<void> withdraw(conversation::QuestionId question) const;
    /// Calls `start` with a function to be called, on any thread, with the outcome of work in one of its worlds.
    using OuterStart = std::function<void(std::function<void(EnvironmentProposal)> done)>;
    [[nodiscard]] QCoro::Task<conversation::Result<EnvironmentProposal>> workOutside(OuterStart start) const;
    [[nodiscard]] QCoro::Task<conversation::Result<session::AttachmentInfo>>
    storeImage(std::string bytes, std::string mediaType, int width, int height) const;
    /// Ends the whole team's run (RoleZero's `end`), until the person writes again.
    [[nodiscard]] QCoro::Task<conversation::Result<void>> endRun(std::string reason) const;
    /// Messages in this role's inbox: its memory. Positions from `from` up to but not including `to`.
    [[nodiscard]] QCoro::Task<conversation::Result<std::vector<conversation::Message>>> inbox(std::int64_t from,
                                                                                              std::int64_t to) const;
    /// Everything in this role's inbox, including its own steps, and what became of it.
    [[nodiscard]] QCoro::Task<conversation::Result<std::vector<InboxRow>>> inboxRows(std::int64_t from,
                                                                                     std::int64_t to) const;
    /// How many rows this role's inbox had right after an event.
    [[nodiscard]] QCoro::Task<conversation::Result<std::int64_t>> inboxLengthAt(conversation::EventSeq event) const;
    /// Takes the mail that came in meanwhile. Returns everything that is news since it was called, including the news
    /// that it was called with.
    [[nodiscard]] QCoro::Task<conversation::Result<std::vector<conversation::Message>>> receiveMail() const;
    /// Await it before each model call. If the budget is used up, the run pauses and the person is asked; false if it
    /// was cancelled, or the person lets the run end.
    [[nodiscard]] QCoro::Task<bool> waitUntilCallsAllowed() const;
    /// Pays for one model call (model/agents/run/run_budget.h).
    [[nodiscard]] std::shared_ptr<RunCallBudget> spending() const;
    /// The log after an event, one piece at a time.
    [[nodiscard]] QCoro::Task<conversation::Result<std::vector<conversation::Event>>>
    eventsAfter(conversation::EventSeq after, int limit) const;
    /// Thinking and Acting mean that there is work in hand. It never fails, so awaiting it is optional.
    [[nodiscard]] QCoro::Task<void> setActivity(conversation::RoleActivity activity, std::string detail) const;
    void draft(session::StreamingMessage draft) const;
    /// Resumes when something was written to the log, or it was cancelled.
    [[nodiscard]] QCoro::Task<void> nextChange() const;
    /// Someone waiting for the person does not hold up a round.
    void setWaitingForUser(bool isWaiting) const;
    /// Waits; false if cancelled meanwhile. A paused run waits longer.
    [[nodiscard]] QCoro::Task<bool> wait(int milliseconds) const;

private:
    std::shared_ptr<Private> d;
};

/// One member's mind: scripted, or driven by a model. `act` is called once per round if the role has news (the
/// messages as delivered, with their address notes). It must not keep references to its arguments beyond its own
/// frame, and should be a free coroutine behind the virtual call. If it returns an error, or throws, the role becomes
/// Failed. After a crash or a stop it is called again with the same news: what it did before is in the log. Thread:
/// engine.
///
/// g++ 12 miscompiles two things in coroutines, so avoid them: a `co_await` inside a condition (`if (!co_await x)`),
/// and an aggregate built inside a `co_await` expression, are destroyed twice. Give both a variable of their own.
class Agent
{
public:
    Agent() = default;
    virtual ~Agent() = default;
    Q_DISABLE_COPY_MOVE(Agent)
    [[nodiscard]] virtual QCoro::Task<conversation::Result<void>> act(AgentContext context,
                                                                      std::vector<conversation::Message> news) = 0;
    /// Briefly tells the person where things stand, with one call of its model. Nothing if it cannot.
    [[nodiscard]] virtual QCoro::Task<conversation::Result<void>> summariseHistory(AgentContext context);
    /// The cause of a failure may be mended from outside: its news is kept, and it is called with it again when the
    /// person lets the run continue, when the program starts again, or with its next mail.
    [[nodiscard]] virtual bool keepsNewsAfterFailure() const { return false; }
    /// Another program's mind: only that program can say whether it is at work.
    [[nodiscard]] virtual bool livesElsewhere() const { return false; }
};

/// Makes a role's mind when it first has something to do. Thread: engine.
class AgentFactory
{
public:
    virtual ~AgentFactory() = default;
    /// Null if nobody can play that role, which is then shown as failed.
    [[nodiscard]] virtual std::shared_ptr<Agent> makeAgent(const conversation::SessionId& session,
                                                           const conversation::Role& role) = 0;
};

} // namespace quarterdeck::team
