#include "model/agents/model_agent/remote_agent.h"

#include "model/agents/run/team_run.h"

namespace quarterdeck::team {

namespace {

using conversation::RoleActivity;

/// How the turn ended, according to what the program wrote; empty while it lasts.
std::optional<Result<void>> endOfTurn(const AgentContext& context)
{
    if (context.isCancelled())
        return tl::make_unexpected(cancelledError());
    const auto state = context.state();
    const conversation::RoleState* role = state->role(context.role().name);
    if (role == nullptr || !role->hasNews)
        return Result<void>();
    if (role->activity == RoleActivity::Failed)
        return tl::make_unexpected(Error{conversation::ErrorCode::Io, role->activityDetail, {}});
    context.setWaitingForUser(state->questionWaitedFor(*role) != nullptr);
    return std::nullopt;
}

QCoro::Task<Result<void>> turn(AgentContext context)
{
    for (;;) {
        std::optional<Result<void>> end = endOfTurn(context);
        if (end)
            co_return std::move(*end);
        co_await context.nextChange();
    }
}

class RemoteAgent final : public Agent
{
public:
    QCoro::Task<Result<void>> act(AgentContext context, std::vector<Message>) override
    {
        return turn(std::move(context));
    }
    /// A restarted program may try again.
    [[nodiscard]] bool keepsNewsAfterFailure() const override { return true; }
    [[nodiscard]] bool livesElsewhere() const override { return true; }
};

} // namespace

std::shared_ptr<Agent> makeRemoteAgent() { return std::make_shared<RemoteAgent>(); }

} // namespace quarterdeck::team
