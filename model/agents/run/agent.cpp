#include "model/agents/run/agent.h"

#include "model/agents/run/inbox.h"
#include "model/agents/run/run_budget.h"
#include "model/agents/run/run_limits.h"
#include "model/agents/run/team_run.h"
#include "model/session/session.h"

#include <QTimer>

namespace quarterdeck::team {

namespace {

using conversation::Route;
using Link = std::shared_ptr<AgentContext::Private>;

bool isOver(const Link& link) { return link->cancel->isCancelled(); }

auto cancelled() { return tl::make_unexpected(cancelledError()); }

QCoro::Task<bool> waitUntilRunning(Link link)
{
    return team::waitUntilRunning(link->run, link->role.name, link->cancel);
}

QCoro::Task<Result<Route>> said(Link link, conversation::Intent intent)
{
    const bool isRunning = co_await waitUntilRunning(link);
    if (!isRunning)
        co_return cancelled();
    conversation::Decision outcome = co_await submitted(link->run, std::move(intent));
    if (outcome.error)
        co_return tl::make_unexpected(*outcome.error);
    co_return outcome.route.value_or(Route());
}

QCoro::Task<void> keptStopped(Link link, Message step)
{
    if (link->run->isClosed())
        co_return;
    conversation::Intent intent = conversation::RecordStep{link->role.name, std::move(step)};
    co_await submitted(link->run, std::move(intent));
}

QCoro::Task<Result<std::vector<Message>>> newsTaken(Link link)
{
    if (isOver(link))
        co_return cancelled();
    Result<PendingMail> taken = co_await collectMail(link->run, link->role.name);
    if (!taken)
        co_return tl::make_unexpected(taken.error());
    co_return std::move(taken->news);
}

QCoro::Task<void> nowDoing(Link link, conversation::RoleActivity activity, std::string detail)
{
    if (isOver(link))
        co_return;
    conversation::SetRoleActivity intent;
    intent.role = link->role.name;
    intent.activity = activity;
    intent.detail = std::move(detail);
    intent.hasWork = activity != conversation::RoleActivity::Idle;
    co_await submitted(link->run, conversation::Intent(std::move(intent)));
}

bool isKnown(const Link& link, const QuestionId& id)
{
    const auto& state = link->run->state();
    return state->openQuestion(id) != nullptr || state->endedQuestion(id) != nullptr;
}

QCoro::Task<Result<QuestionEnd>> endOf(Link link, QuestionId id)
{
    if (const conversation::EndedQuestion* ended = link->run->state()->endedQuestion(id)) {
        const conversation::EventSeq askedSeq = ended->askedSeq;
        Result<LoggedQuestion> before = co_await findLoggedQuestion(link->run, id, askedSeq);
        if (!before)
            co_return tl::make_unexpected(before.error());
        co_return std::move(before->end);
    }
    auto ending = std::make_shared<OneShot<Result<QuestionEnd>>>();
    const auto onEnd = link->run->onQuestionEnded(id, [ending](const QuestionEnd& end) { ending->resolve(end); });
    const auto onCancel = link->cancel->onCancel([ending] { ending->resolve(cancelled()); });
    co_return co_await valueOf(ending);
}

void setWaiting(const Link& link, bool isWaiting)
{
    const auto found = link->run->acting.find(link->role.name);
    if (found != link->run->acting.end())
        found->second.isWaitingForUser = isWaiting;
    link->run->noteChange();
}

QCoro::Task<Result<QuestionEnd>> askedAndAnswered(Link link, conversation::Question question)
{
    const bool isRunning = co_await waitUntilRunning(link);
    if (!isRunning)
        co_return cancelled();
    question.asker = link->role.name;
    if (question.id.isEmpty())
        question.id = QuestionId(session::newId());
    const QuestionId id = question.id;
    if (!isKnown(link, id)) {
        conversation::AskUser intent{std::move(question)};
        const conversation::Decision outcome = co_await submitted(link->run, conversation::Intent(std::move(intent)));
        if (outcome.error)
            co_return tl::make_unexpected(*outcome.error);
    }
    setWaiting(link, true);
    co_await nowDoing(link, conversation::RoleActivity::WaitingForUser, {});
    Result<QuestionEnd> end = co_await endOf(link, id);
    setWaiting(link, false);
    if (!end)
        co_return end;
    // Refused if the log has it already, because the answer was taken before a restart. A named variable: g++ 12
    // destroys an aggregate made inside a co_await expression twice.
    conversation::Intent taken = conversation::AcknowledgeAnswer{id};
    co_await submitted(link->run, std::move(taken));
    co_await nowDoing(link, conversation::RoleActivity::Thinking, {});
    const bool stillRuns = co_await waitUntilRunning(link);
    if (!stillRuns)
        co_return cancelled();
    co_return end;
}

QCoro::Task<void> takenBack(Link link, QuestionId id)
{
    if (isOver(link))
        co_return;
    conversation::Intent intent = conversation::WithdrawQuestion{std::move(id)};
    co_await submitted(link->run, std::move(intent));
}

QCoro::Task<Result<EnvironmentProposal>> workedOutside(Link link, AgentContext::OuterStart start)
{
    const bool isRunning = co_await waitUntilRunning(link);
    if (!isRunning)
        co_return cancelled();
    std::function<void(session::Done<EnvironmentProposal>)> work = [start](auto done) { start(std::move(done)); };
    co_return co_await answered<EnvironmentProposal>(link->run, std::move(work));
}

QCoro::Task<Result<session::AttachmentInfo>> stored(Link link, std::string bytes, std::string mediaType, int width,
                                                    int height)
{
    if (isOver(link))
        co_return cancelled();
    const RunPtr run = link->run;
    std::function<void(session::Done<session::AttachmentInfo>)> put = [run, bytes, mediaType, width,
                                                                       height](auto done) {
        run->session()->library().putAttachment(bytes, mediaType, width, height, std::move(done));
    };
    co_return co_await answered<session::AttachmentInfo>(run, std::move(put));
}

QCoro::Task<Result<void>> ended(Link link, std::string reason)
{
    const bool isRunning = co_await waitUntilRunning(link);
    if (!isRunning)
        co_return cancelled();
    conversation::SetRunState intent{conversation::RunState::Finished, std::move(reason)};
    const conversation::Decision outcome = co_await submitted(link->run, conversation::Intent(std::move(intent)));
    if (outcome.error)
        co_return tl::make_unexpected(*outcome.error);
    co_return Result<void>();
}

QCoro::Task<Result<std::vector<conversation::Event>>> eventsOf(Link link, conversation::EventSeq after, int limit)
{
    if (isOver(link))
        co_return cancelled();
    const RunPtr run = link->run;
    std::function<void(session::Done<std::vector<conversation::Event>>)> read = [run, after, limit](auto done) {
        run->session()->library().readEvents(run->id(), after, limit, std::move(done));
    };
    co_return co_await answered<std::vector<conversation::Event>>(run, std::move(read));
}

QCoro::Task<void> changed(Link link)
{
    if (isOver(link))
        co_return;
    auto shot = std::make_shared<OneShot<bool>>();
    const auto onChange = link->run->onChange([shot] { shot->resolve(true); });
    const auto onCancel = link->cancel->onCancel([shot] { shot->resolve(false); });
    static_cast<void>(co_await valueOf(shot));
}

QCoro::Task<bool> waited(Link link, int milliseconds)
{
    if (milliseconds > 0 && !isOver(link)) {
        auto shot = std::make_shared<OneShot<bool>>();
        QTimer::singleShot(milliseconds, link->run.get(), [shot] { shot->resolve(true); });
        const auto onCancel = link->cancel->onCancel([shot] { shot->resolve(false); });
        static_cast<void>(co_await valueOf(shot));
    }
    co_return co_await waitUntilRunning(link);
}

} // namespace

const conversation::Role& AgentContext::role() const { return d->role; }

const conversation::SessionId& AgentContext::session() const { return d->run->id(); }

std::shared_ptr<const ConversationState> AgentContext::state() const { return d->run->state(); }

bool AgentContext::isSpokenToAlone() const
{
    const auto now = state();
    const conversation::RoleState* role = now->role(d->role.name);
    return role != nullptr && now->directChatWith(d->role.name) != nullptr && role->unread() > 0;
}

bool AgentContext::isCancelled() const { return isOver(d); }

const std::shared_ptr<CancelToken>& AgentContext::cancelToken() const { return d->cancel; }

QCoro::Task<Result<Route>> AgentContext::publish(Message message, bool isRemembered) const
{
    return said(d, conversation::RolePublish{d->role.name, std::move(message), isRemembered});
}

QCoro::Task<Result<Route>> AgentContext::recordStep(Message step) const
{
    return said(d, conversation::RecordStep{d->role.name, std::move(step)});
}

QCoro::Task<void> AgentContext::recordPartialReply(Message step) const { return keptStopped(d, std::move(step)); }

QCoro::Task<Result<Route>> AgentContext::publishTeamMessage(conversation::PublishTeamMessage message) const
{
    message.role = d->role.name;
    return said(d, std::move(message));
}

QCoro::Task<Result<Route>> AgentContext::replyToUser(conversation::ReplyToUser reply) const
{
    reply.role = d->role.name;
    return said(d, std::move(reply));
}

QCoro::Task<Result<QuestionEnd>> AgentContext::ask(conversation::Question question) const
{
    return askedAndAnswered(d, std::move(question));
}

QCoro::Task<void> AgentContext::withdraw(QuestionId question) const { return takenBack(d, std::move(question)); }

QCoro::Task<Result<EnvironmentProposal>> AgentContext::workOutside(OuterStart start) const
{
    return workedOutside(d, std::move(start));
}

QCoro::Task<Result<session::AttachmentInfo>> AgentContext::storeImage(std::string bytes, std::string mediaType,
                                                                      int width, int height) const
{
    return stored(d, std::move(bytes), std::move(mediaType), width, height);
}

QCoro::Task<Result<void>> AgentContext::endRun(std::string reason) const { return ended(d, std::move(reason)); }

QCoro::Task<Result<std::vector<Message>>> AgentContext::inbox(std::int64_t from, std::int64_t to) const
{
    return readInbox(d->run, d->role.name, from, to);
}

QCoro::Task<Result<std::vector<InboxRow>>> AgentContext::inboxRows(std::int64_t from, std::int64_t to) const
{
    return readInboxRows(d->run, d->role.name, from, to);
}

QCoro::Task<Result<std::int64_t>> AgentContext::inboxLengthAt(conversation::EventSeq event) const
{
    return readInboxLength(d->run, d->role.name, event);
}

QCoro::Task<Result<std::vector<Message>>> AgentContext::receiveMail() const { return newsTaken(d); }

QCoro::Task<bool> AgentContext::waitUntilCallsAllowed() const
{
    return team::waitUntilCallsAllowed(d->run, d->role.name, d->cancel);
}

std::shared_ptr<RunCallBudget> AgentContext::spending() const
{
    return std::make_shared<RunCallBudget>(d->run, d->role.name, d->cancel);
}

QCoro::Task<Result<std::vector<conversation::Event>>> AgentContext::eventsAfter(conversation::EventSeq after,
                                                                                int limit) const
{
    return eventsOf(d, after, limit);
}

QCoro::Task<void> AgentContext::setActivity(conversation::RoleActivity activity, std::string detail) const
{
    return nowDoing(d, activity, std::move(detail));
}

QCoro::Task<void> AgentContext::nextChange() const { return changed(d); }

void AgentContext::setWaitingForUser(bool isWaiting) const
{
    const auto found = d->run->acting.find(d->role.name);
    if (found != d->run->acting.end() && found->second.isWaitingForUser != isWaiting)
        setWaiting(d, isWaiting);
}

void AgentContext::draft(session::StreamingMessage draft) const
{
    if (d->run->session() != nullptr)
        d->run->session()->updateStreamingMessage(std::move(draft));
}

QCoro::Task<bool> AgentContext::wait(int milliseconds) const { return waited(d, milliseconds); }

QCoro::Task<Result<void>> Agent::summariseHistory(AgentContext) { co_return Result<void>(); }

} // namespace quarterdeck::team
