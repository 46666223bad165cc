#include "model/agents/run/final_summary.h"

#include "model/agents/run/agent_context_private.h"

namespace quarterdeck::team {

namespace {

using conversation::RoleActivity;

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
