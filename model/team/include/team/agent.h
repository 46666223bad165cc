#pragma once

#include "conversation/event.h"
#include "conversation/intent.h"
#include "conversation/message.h"
#include "conversation/role.h"
#include "session/session.h"
#include "team/cancel_token.h"
#include "team/outer_environment.h"

#include <QCoroTask>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::team {

class CallSpending;
class TeamRun;

/// A row of a role's inbox.
struct InboxRow
{
    conversation::EventSeq seq;
    conversation::MessagePublished published;
};

/// What an agent can do while it acts. Every call is an intent of the session, is durable when it resumes, and resumes
/// on the engine thread; after a cancel it resumes with the error Cancelled. While the run is paused nobody speaks: the
/// calls that do wait until it goes on. Cheap to copy. None of its coroutines is a member: each holds what it needs in
/// its own frame, so contexts and agents may be gone before they end.
class AgentContext
{
public:
    struct Private;
    explicit AgentContext(std::shared_ptr<Private> shared) : d(std::move(shared)) { }

    [[nodiscard]] const conversation::Role& role() const;
    [[nodiscard]] const conversation::SessionId& session() const;
    [[nodiscard]] std::shared_ptr<const conversation::ConversationState> state() const;
    [[nodiscard]] bool isCancelled() const;
    /// For waits of the agent's own (a network reply): register there, and abort when it is cancelled.
    [[nodiscard]] const std::shared_ptr<CancelToken>& cancelToken() const;

    /// `isRemembered`: see conversation::RecordStep.
    [[nodiscard]] QCoro::Task<conversation::Result<conversation::Route>> publish(conversation::Message message,
                                                                                 bool isRemembered = false) const;
    [[nodiscard]] QCoro::Task<conversation::Result<conversation::Route>>
    publishTeamMessage(conversation::PublishTeamMessage message) const;
    [[nodiscard]] QCoro::Task<conversation::Result<conversation::Route>>
    replyToPerson(conversation::ReplyToPerson reply) const;
    /// What it thought, called or got back: for itself alone, in its inbox.
    [[nodiscard]] QCoro::Task<conversation::Result<conversation::Route>> recordStep(conversation::Message step) const;
    /// The same of what a stop left half done: written also after a cancel, but not when the program ends.
    [[nodiscard]] QCoro::Task<void> keepStopped(conversation::Message step) const;
    /// Asks and waits as long as the person takes. When the question is already open or ended in the log (after a
    /// restart), it goes on with that one. A question that the runner withdrew at a stop ends as withdrawn: ask again
    /// under another id.
    [[nodiscard]] QCoro::Task<conversation::Result<conversation::QuestionEnd>>
    ask(conversation::Question question) const;
    /// Takes back what it asked and nobody answered.
    [[nodiscard]] QCoro::Task<void> withdraw(conversation::QuestionId question) const;
    /// Calls `start` with what is to be called, on any thread, with the outcome of work in a world of the session.
    using OuterStart = std::function<void(std::function<void(OuterOutcome)> done)>;
    [[nodiscard]] QCoro::Task<conversation::Result<OuterOutcome>> workOutside(OuterStart start) const;
    [[nodiscard]] QCoro::Task<conversation::Result<session::AttachmentInfo>>
    storeImage(std::string bytes, std::string mediaType, int width, int height) const;
    /// Ends the whole team's run (RoleZero's `end`): it goes on when the person writes.
    [[nodiscard]] QCoro::Task<conversation::Result<void>> endRun(std::string reason) const;
    /// Messages of this role's inbox: its memory. `from` and `to` are positions, `to` is not included.
    [[nodiscard]] QCoro::Task<conversation::Result<std::vector<conversation::Message>>> inbox(std::int64_t from,
                                                                                              std::int64_t to) const;
    /// All that stands in this role's inbox, its own steps among it, with what became of it.
    [[nodiscard]] QCoro::Task<conversation::Result<std::vector<InboxRow>>> inboxRows(std::int64_t from,
                                                                                     std::int64_t to) const;
    /// How many rows this role's inbox had right after an event.
    [[nodiscard]] QCoro::Task<conversation::Result<std::int64_t>> inboxLengthAt(conversation::EventSeq event) const;
    /// Takes the mail that came in meanwhile. All that is news for it since it was called, what it was called with
    /// included.
    [[nodiscard]] QCoro::Task<conversation::Result<std::vector<conversation::Message>>> takeNews() const;
    /// To be awaited before each call of a model. Where the budget is used up the run pauses and the person is asked;
    /// false when it was cancelled, or the person let the run end.
    [[nodiscard]] QCoro::Task<bool> untilCallsAreAllowed() const;
    /// Pays for one call of a model (run/call_spending.h).
    [[nodiscard]] std::shared_ptr<CallSpending> spending() const;
    /// The log after an event, a piece at a time.
    [[nodiscard]] QCoro::Task<conversation::Result<std::vector<conversation::Event>>>
    eventsAfter(conversation::EventSeq after, int limit) const;
    /// Thinking and Acting say that there is work in hand. Awaiting it is optional in the sense that it never fails.
    [[nodiscard]] QCoro::Task<void> setActivity(conversation::RoleActivity activity, std::string detail) const;
    void draft(session::Draft draft) const;
    /// Resumes when something was written to the log, or it was cancelled.
    [[nodiscard]] QCoro::Task<void> nextChange() const;
    /// Who waits for the person does not hold up a round.
    void setWaitingForPerson(bool isWaiting) const;
    /// Waits; false when cancelled meanwhile. Paused runs wait longer.
    [[nodiscard]] QCoro::Task<bool> wait(int milliseconds) const;

private:
    std::shared_ptr<Private> d;
};

/// One member's mind: scripted, or driven by a model. `act` is called once per round for a role that has news (the
/// messages as delivered, with their address notes); it must not keep references to its arguments beyond its own frame,
/// and should be a free coroutine behind the virtual call. What it returns as an error, or throws, makes the role
/// Failed. After a crash or a stop it is called again with the same news: what it did meanwhile stands in the log.
/// Thread: engine.
///
/// What g++ 12 gets wrong in coroutines, so keep it out of them: a `co_await` inside a condition (`if (!co_await x)`)
/// and an aggregate made inside a `co_await` expression are destroyed twice. Give both a variable of their own.
class Agent
{
public:
    Agent() = default;
    virtual ~Agent() = default;
    Q_DISABLE_COPY_MOVE(Agent)
    [[nodiscard]] virtual QCoro::Task<conversation::Result<void>> act(AgentContext context,
                                                                      std::vector<conversation::Message> news) = 0;
    /// Tells the person where things stand, in few words and by one call of its model. Nothing, for who cannot.
    [[nodiscard]] virtual QCoro::Task<conversation::Result<void>> sumUp(AgentContext context);
    /// What made it fail may be mended from outside: its news stays, and it is called with it again when the person
    /// lets the run go on, when the program starts again, or with its next mail.
    [[nodiscard]] virtual bool keepsNewsAfterFailure() const { return false; }
    /// Another program's mind: until that one says so, nobody knows whether it is at work.
    [[nodiscard]] virtual bool livesElsewhere() const { return false; }
};

} // namespace quarterdeck::team
