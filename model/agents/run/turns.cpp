#include "model/agents/run/turns.h"

#include "model/agents/run/team_run.h"
#include "model/agents/team_text.h"

#include <exception>

namespace quarterdeck::team {

namespace {

/// An agent's exceptions end here: they are its own failure.
QCoro::Task<Result<void>> act(std::shared_ptr<Agent> agent, AgentContext context, std::vector<Message> news)
{
    std::string what;
    try {
        Result<void> result = co_await agent->act(context, std::move(news));
        co_return result;
    } catch (const std::exception& exception) {
        what = exception.what();
    } catch (...) {
        what = "?";
    }
    co_return tl::make_unexpected(
        Error{conversation::ErrorCode::Io, texts::agentThrew(context.role().name, what), what});
}

conversation::SetRoleActivity endOf(const RoleName& role, const Result<void>& result)
{
    conversation::SetRoleActivity intent;
    intent.role = role;
    intent.activity = conversation::RoleActivity::Idle;
    if (result) {
        intent.finishedNews = true;
    } else if (result.error().code != conversation::ErrorCode::Cancelled) {
        intent.activity = conversation::RoleActivity::Failed;
        intent.detail = result.error().sentence;
        intent.finishedNews = true; // it would fail the same way again; its next mail is its next chance
    }
    return intent;
}

QCoro::Task<void> acted(RunPtr run, PendingMail task)
{
    const RoleName name = task.role.name;
    auto shared = std::make_shared<AgentContext::Private>();
    shared->run = run;
    shared->role = task.role;
    shared->cancel = run->stopping;
    const AgentContext context(shared);
    const std::shared_ptr<Agent> agent = run->agentOf(task.role);
    run->acting[name].isElsewhere = agent && agent->livesElsewhere();
    // Busy from here on, so that nobody opens a direct chat that its next words would close.
    conversation::SetRoleActivity atWork;
    atWork.role = name;
    atWork.activity = conversation::RoleActivity::Thinking;
    atWork.hasWork = !run->acting[name].isElsewhere;
    co_await submitted(run, conversation::Intent(std::move(atWork)));
    Result<void> result;
    if (agent)
        result = co_await act(agent, context, std::move(task.news));
    else
        result = tl::make_unexpected(Error{conversation::ErrorCode::NotFound, texts::nobodyPlays(name), {}});
    if (!run->isClosed()) {
        conversation::SetRoleActivity intent = endOf(name, result);
        const bool hasFailed = intent.activity == conversation::RoleActivity::Failed;
        if (hasFailed && agent && agent->keepsNewsAfterFailure()) {
            intent.finishedNews = false;
            if (!run->halted) // else nothing that it would do could be stored: it is called again when that is over
                run->failed.insert(name);
        }
        if (intent.finishedNews)
            run->unfinished.erase(name);
        co_await submitted(run, conversation::Intent(std::move(intent)));
    }
    run->acting.erase(name);
    run->noteChange();
}

} // namespace

void startTurn(RunPtr run, PendingMail news)
{
    run->failed.erase(news.role.name);
    run->acting.insert_or_assign(news.role.name, TeamRun::Acting{});
    run->unfinished[news.role.name].isInRound = true;
    // The task is not kept: the frame owns all it needs, and `run->acting` says that it runs.
    acted(std::move(run), std::move(news));
}

using conversation::RoleActivity;

namespace {

/// What was written to roles before the person ended the run, up to these positions in their inboxes.
std::map<RoleName, std::int64_t> unreadMail(const ConversationState& state)
{
    std::map<RoleName, std::int64_t> mail;
    for (const conversation::RoleState& role : state.roles())
        if (role.unread() > 0)
            mail.emplace(role.role.name, role.delivered);
    return mail;
}

} // namespace

QCoro::Task<void> endWork(RunPtr run, bool isNewsDone)
{
    run->stopping->cancel();
    while (!run->acting.empty() && !run->isClosed()) {
        const std::uint64_t seen = run->version();
        if (!run->acting.empty()) {
            co_await changeSince(run, seen);
        }
    }
    const TeamRun::State state = run->state();
    for (const conversation::OpenQuestion& open : state->openQuestions()) {
        // A named variable: g++ 12 destroys an aggregate made inside a co_await expression twice.
        conversation::Intent withdrawn = conversation::WithdrawQuestion{open.question.id};
        co_await submitted(run, std::move(withdrawn));
    }
    for (const conversation::RoleState& role : state->roles()) {
        const bool endsNews = isNewsDone && role.hasNews;
        const bool isAtRest = role.activity == RoleActivity::Idle || role.activity == RoleActivity::Failed;
        if (isAtRest && !endsNews)
            continue;
        conversation::SetRoleActivity idle;
        idle.role = role.role.name;
        idle.finishedNews = endsNews;
        if (endsNews)
            run->unfinished.erase(role.role.name);
        co_await submitted(run, conversation::Intent(std::move(idle)));
    }
    run->stopping = std::make_shared<CancelToken>();
}

QCoro::Task<void> finishWithoutMore(RunPtr run, conversation::SetRunState finished)
{
    const std::map<RoleName, std::int64_t> mail = unreadMail(*run->state());
    co_await endWork(run, true);
    for (const auto& [role, upTo] : mail) {
        // A named variable: g++ 12 destroys an aggregate made inside a co_await expression twice.
        conversation::Intent observed = conversation::ObserveMail{role, false, upTo};
        co_await submitted(run, std::move(observed));
    }
    co_await submitted(run, conversation::Intent(std::move(finished)));
}

namespace {

QCoro::Task<void> nowDoing(RunPtr run, RoleName role, RoleActivity activity, std::string detail)
{
    conversation::SetRoleActivity intent;
    intent.role = std::move(role);
    intent.activity = activity;
    intent.detail = std::move(detail);
    co_await submitted(run, conversation::Intent(std::move(intent)));
}

} // namespace

QCoro::Task<void> writeFinalSummary(RunPtr run)
{
    const conversation::RoleState* leader = run->state()->leader();
    const conversation::Role role = leader != nullptr ? leader->role : run->state()->roles().front().role;
    const std::shared_ptr<Agent> agent = run->agentOf(role);
    if (!agent || agent->livesElsewhere())
        co_return;
    auto shared = std::make_shared<AgentContext::Private>();
    shared->run = run;
    shared->role = role;
    shared->cancel = run->stopping;
    const AgentContext context(shared);
    const auto onChange = run->onChange([run = run.get()] {
        if (run->runState() == conversation::RunState::StopRequested)
            run->stopping->cancel();
    });
    run->isSummingUp = true;
    run->acting.insert_or_assign(role.name, TeamRun::Acting{});
    const Result<void> said = co_await agent->summariseHistory(context);
    run->acting.erase(role.name);
    run->isSummingUp = false;
    if (run->isClosed())
        co_return;
    const bool hasFailed = !said && said.error().code != conversation::ErrorCode::Cancelled;
    const RoleActivity activity = hasFailed ? RoleActivity::Failed : RoleActivity::Idle;
    // A named variable: g++ 12 destroys the temporaries of a conditional inside a co_await expression twice.
    std::string why = hasFailed ? said.error().sentence : std::string();
    co_await nowDoing(run, role.name, activity, std::move(why));
}

} // namespace quarterdeck::team
