#include "model/agents/run/team_loop.h"

#include "model/agents/run/inbox.h"
#include "model/agents/run/run_budget.h"
#include "model/agents/run/run_limits.h"
#include "model/agents/run/session_notes.h"
#include "model/agents/run/turns.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/speaker.h"
#include "model/session/session.h"

#include <algorithm>

namespace quarterdeck::team {

namespace {

using conversation::RoleState;
using conversation::RunState;

/// If the log cannot be read, nothing sensible can be done.
QCoro::Task<void> pauseFor(RunPtr run, Error error)
{
    if (error.code == conversation::ErrorCode::Cancelled)
        co_return;
    run->halted = error;
    const conversation::RunCause cause{conversation::RunCauseKind::MailUnreadable};
    conversation::SetRunState intent{RunState::Paused, error.sentence, cause};
    co_await submitted(run, conversation::Intent(std::move(intent)));
}

bool hasMail(const RoleState& role) { return role.hasNews || role.unread() > 0; }

/// It would fail the same way again.
bool restsAfterFailure(const TeamRun& run, const RoleState& role)
{
    return run.failed.contains(role.role.name) && role.unread() == 0;
}

/// Idle members with mail, of those accepted by `isMeant`.
template <typename Predicate>
std::vector<RoleName> idleWithMail(const TeamRun& run, Predicate isMeant)
{
    std::vector<RoleName> names;
    for (const RoleState& role : run.state()->roles())
        if (hasMail(role) && role.mode != conversation::RoleMode::Paused && !run.isActing(role.role.name)
            && !restsAfterFailure(run, role) && isMeant(role))
            names.push_back(role.role.name);
    return names;
}

/// Mail that is news for `roles`; the others merely know more now.
QCoro::Task<Result<std::vector<PendingMail>>> newsOf(RunPtr run, std::vector<RoleName> roles)
{
    std::vector<PendingMail> all;
    for (const RoleName& role : roles) {
        Result<PendingMail> one = co_await collectMail(run, role);
        if (!one)
            co_return tl::make_unexpected(one.error());
        if (!one->news.empty())
            all.push_back(std::move(*one));
    }
    co_return all;
}

/// A role that the person speaks to alone or wants to retry, or that was interrupted, need not wait for a round.
/// Returns whether one began, or was held back by the budget.
QCoro::Task<bool> serve(RunPtr run, std::vector<RoleName> roles)
{
    if (roles.empty())
        co_return false;
    if (isBudgetReached(*run->state())) {
        co_await pauseForBudget(run);
        co_return true;
    }
    for (const RoleName& role : roles)
        run->retried.erase(role);
    Result<std::vector<PendingMail>> news = co_await newsOf(run, std::move(roles));
    if (!news) {
        co_await pauseFor(run, news.error());
        co_return false;
    }
    for (PendingMail& one : *news)
        startTurn(run, std::move(one));
    co_return !news->empty();
}

std::vector<RoleName> wantedNow(const TeamRun& run)
{
    return idleWithMail(run, [&](const RoleState& role) {
        const bool isSpokenTo = role.unread() > 0 && run.state()->directChatWith(role.role.name) != nullptr;
        return isSpokenTo || run.retried.contains(role.role.name);
    });
}

/// Obeys the person's answer to a limit that the run reached; false if there is none.
QCoro::Task<bool> obeyLimits(RunPtr run)
{
    const bool hasObeyed = co_await obeyBudgetAnswer(run);
    if (hasObeyed)
        co_return true;
    const bool hasMoreRounds = co_await obeyRoundsAnswer(run);
    if (hasMoreRounds)
        co_return true;
    co_return co_await obeyRoundTimeAnswer(run);
}

/// Runs until nobody is busy. Whoever waits for the person does not hold up the others.
QCoro::Task<void> waitUntilRoundEnds(RunPtr run)
{
    while (run->isAnybodyBusy() && !run->isClosed() && run->runState() != RunState::StopRequested) {
        const std::uint64_t seen = run->version();
        // An agent may have reached a limit.
        const bool hasObeyed = co_await obeyLimits(run);
        if (!hasObeyed && !run->isPaused() && !run->halted) {
            co_await serve(run, wantedNow(*run));
        }
        co_await watchRoundTime(run);
        co_await changeSince(run, seen);
    }
}

QCoro::Task<void> startRound(RunPtr run, std::vector<PendingMail> news)
{
    const bool goesOn = std::ranges::any_of(news, &PendingMail::isInRound);
    run->clock.begin();
    if (!goesOn) {
        for (auto& [role, unfinished] : run->unfinished)
            unfinished.isInRound = false; // it was in an earlier one
        conversation::StartRound intent{static_cast<std::int32_t>(news.size())};
        co_await submitted(run, conversation::Intent(intent));
    }
    for (PendingMail& one : news)
        startTurn(run, std::move(one));
}

/// Whom a restart cut off in the round that goes on: they come first, and the others' mail waits, as if nothing had
/// happened. Who failed has ended its part.
QCoro::Task<Result<std::vector<RoleName>>> cutOffInRound(RunPtr run, std::vector<RoleName> roles)
{
    std::vector<RoleName> found;
    for (const RoleName& name : roles) {
        const RoleState role = *run->state()->role(name);
        if (!role.hasNews || role.activity == conversation::RoleActivity::Failed)
            continue;
        if (!run->unfinished.contains(name)) {
            const Result<InterruptedTurn> turn = co_await findInterruptedTurn(run, name);
            if (!turn)
                co_return tl::make_unexpected(turn.error());
            run->unfinished[name] = *turn;
        }
        if (run->unfinished[name].isInRound)
            found.push_back(name);
    }
    co_return found;
}

QCoro::Task<bool> round(RunPtr run)
{
    if (run->acting.empty())
        run->clock.begin(); // a talk between rounds has a time of its own
    const bool hasServed = co_await serve(run, wantedNow(*run));
    if (hasServed) {
        co_await waitUntilRoundEnds(run);
        co_return true;
    }
    std::vector<RoleName> roles = idleWithMail(*run, [](const RoleState&) { return true; });
    if (roles.empty())
        co_return false;
    Result<std::vector<RoleName>> cutOff = co_await cutOffInRound(run, roles);
    if (!cutOff) {
        co_await pauseFor(run, cutOff.error());
        co_return true;
    }
    if (!cutOff->empty())
        roles = std::move(*cutOff);
    Result<std::vector<PendingMail>> news = co_await newsOf(run, roles);
    if (!news) {
        co_await pauseFor(run, news.error());
        co_return true;
    }
    if (news->empty())
        co_return true;
    if (isBudgetReached(*run->state())) {
        co_await pauseForBudget(run);
        co_return true;
    }
    co_await withdrawBudgetQuestion(run);
    if (areRoundsDone(*run)) {
        // What a restart or a failure cut off in the last round is still part of it.
        std::erase_if(*news, [](const PendingMail& one) { return !one.isInRound; });
        if (news->empty()) {
            co_await pauseForRounds(run);
            co_return true;
        }
    }
    co_await withdrawRoundsQuestion(run);
    co_await startRound(run, std::move(*news));
    co_await waitUntilRoundEnds(run);
    if (run->isStepping && run->runState() == RunState::Running) {
        run->isStepping = false;
        co_await setRunState(run, RunState::Paused);
    }
    co_return true;
}

/// After the end, only the person's word sets the team going again.
QCoro::Task<bool> hasWordOfUser(RunPtr run, RoleName role)
{
    const std::int64_t delivered = run->state()->role(role)->delivered;
    if (run->lookedUpTo[role] == delivered)
        co_return false;
    const auto news = co_await unreadNews(run, role);
    if (!news) {
        co_await pauseFor(run, news.error());
        co_return false;
    }
    const auto isPersons = [](const conversation::Message& message) {
        return conversation::isFromUser(message) && !conversation::isDropNotice(message);
    };
    if (std::ranges::any_of(*news, isPersons))
        co_return true;
    run->lookedUpTo[role] = delivered;
    co_return false;
}

QCoro::Task<bool> afterTheEnd(RunPtr run)
{
    // The person knows what is unanswered, and wants it so.
    if (isBudgetReached(*run->state()) && run->endedAtMessage == run->state()->messageCount())
        co_return false;
    std::vector<RoleName> served = wantedNow(*run);
    const std::vector<RoleName> unfinished = idleWithMail(*run, [](const RoleState& role) { return role.hasNews; });
    served.insert(served.end(), unfinished.begin(), unfinished.end());
    std::ranges::sort(served);
    served.erase(std::unique(served.begin(), served.end()), served.end());
    const bool hasServed = co_await serve(run, served);
    if (hasServed)
        co_return true;
    const std::vector<RoleName> others = idleWithMail(*run, [](const RoleState& role) { return role.unread() > 0; });
    for (const RoleName& role : others) {
        const bool isWoken = co_await hasWordOfUser(run, role);
        if (isWoken) {
            // As many rounds again as were planned, from here on.
            conversation::Intent granted = grantRounds(*run, run->roundsPerRun);
            co_await submitted(run, std::move(granted));
            conversation::Intent note = conversation::RecordMessage{resumeNote(), {}};
            co_await submitted(run, std::move(note));
            co_return true;
        }
    }
    co_return false;
}

/// Ends whatever is running and reports it: requested, then everybody idle, then stopped.
QCoro::Task<bool> stop(RunPtr run)
{
    co_await endWork(run, false);
    run->isStepping = false;
    co_await setRunState(run, RunState::Stopped);
    co_return true;
}

/// The last thing that the log tells is that the run paused, or that an answer was taken: the program ended before it
/// asked, or obeyed.
QCoro::Task<bool> wasCutOffAtLimit(RunPtr run)
{
    constexpr int mostEvents = 100;
    const std::int64_t last = run->state()->lastSeq().value;
    const conversation::EventSeq after{std::max<std::int64_t>(0, last - mostEvents)};
    std::function<void(session::Done<std::vector<conversation::Event>>)> read = [run, after](auto done) {
        run->session()->library().readEvents(run->id(), after, mostEvents, std::move(done));
    };
    const auto events = co_await answered<std::vector<conversation::Event>>(run, std::move(read));
    if (!events)
        co_return false;
    for (auto event = events->rbegin(); event != events->rend(); ++event) {
        if (std::holds_alternative<conversation::RunStateChanged>(event->body))
            co_return true;
        if (const auto* taken = std::get_if<conversation::AnswerDelivered>(&event->body)) {
            const conversation::EndedQuestion* ended = run->state()->endedQuestion(taken->id);
            co_return ended != nullptr && ended->kind == conversation::QuestionEndKind::Answered;
        }
        const bool isAside = std::holds_alternative<conversation::RoleActivityChanged>(event->body)
            || std::holds_alternative<conversation::UsageRecorded>(event->body);
        if (!isAside)
            co_return false;
    }
    co_return false;
}

QCoro::Task<void> askAgainAtLimit(RunPtr run)
{
    using conversation::RunCauseKind;
    const RunCauseKind cause = run->state()->runCause().kind;
    const bool isForRounds = cause == RunCauseKind::RoundsDone && areRoundsDone(*run);
    const bool isForBudget = cause == RunCauseKind::BudgetUsedUp && isBudgetReached(*run->state());
    if (!run->isPaused() || !(isForRounds || isForBudget) || run->session() == nullptr
        || run->session()->library().isReadOnly())
        co_return;
    const bool wasCutOff = co_await wasCutOffAtLimit(run);
    if (!wasCutOff || !run->isPaused())
        co_return;
    if (isForRounds)
        co_await pauseForRounds(run);
    else
        co_await pauseForBudget(run);
}

/// One step of the whole run; false if there is nothing to do before something changes.
QCoro::Task<bool> advance(RunPtr run)
{
    if (run->halted)
        co_return false;
    const bool hasObeyed = co_await obeyLimits(run);
    if (hasObeyed)
        co_return true;
    co_await watchRoundTime(run);
    switch (run->runState()) {
    case RunState::Running:
        co_return co_await round(run);
    case RunState::StopRequested:
        co_return co_await stop(run);
    case RunState::Finished:
        co_return co_await afterTheEnd(run);
    case RunState::NotStarted:
    case RunState::Paused:
    case RunState::Stopped:
        break;
    }
    co_return false;
}

} // namespace

QCoro::Task<void> runTeam(RunPtr run)
{
    co_await askAgainAtLimit(run);
    while (!run->isClosed()) {
        const std::uint64_t seen = run->version();
        const bool hasMoved = co_await advance(run);
        if (!hasMoved) {
            run->rest(seen);
            co_await changeSince(run, seen);
        }
    }
}

} // namespace quarterdeck::team
