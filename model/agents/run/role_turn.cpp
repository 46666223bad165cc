#include "model/agents/run/role_turn.h"

#include "model/agents/run/agent_context_private.h"
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

} // namespace quarterdeck::team
