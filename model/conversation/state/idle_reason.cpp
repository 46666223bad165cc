#include "model/conversation/state/idle_reason.h"

#include <algorithm>

namespace quarterdeck::conversation {

namespace {

bool livesHere(const ConversationState& state)
{
    return (state.kind() == SessionKind::Team || state.kind() == SessionKind::Demo) && state.source().empty();
}

bool hasFailed(const RoleState& role) { return role.activity == RoleActivity::Failed; }

bool isAtRest(const RoleState& role)
{
    const bool isDoneWithNews = hasFailed(role) || (role.activity == RoleActivity::Idle && !role.hasNews);
    return isDoneWithNews && role.unread() == 0 && !role.hasWork;
}

} // namespace

std::optional<IdleReason> idleReasonOf(const ConversationState& state)
{
    const auto& roles = state.roles();
    const bool rests = state.runState() == RunState::Running && livesHere(state) && !roles.empty()
        && state.openQuestions().empty() && std::ranges::all_of(roles, isAtRest);
    if (!rests)
        return std::nullopt;
    const bool isLeft =
        std::ranges::any_of(roles, [](const RoleState& role) { return hasFailed(role) && role.hasNews; });
    return isLeft ? IdleReason::AfterFailure : IdleReason::NothingToDo;
}

bool isEndingTurn(const ConversationState& state, const RoleState& role)
{
    const bool isAtTurn = role.activity == RoleActivity::Thinking || role.activity == RoleActivity::Acting;
    // Without work in hand, it is a program that we wait for.
    return state.runState() == RunState::Paused && isAtTurn && role.hasWork && state.questionWaitedFor(role) == nullptr;
}

bool isPausing(const ConversationState& state)
{
    return livesHere(state)
        && std::ranges::any_of(state.roles(), [&](const RoleState& role) { return isEndingTurn(state, role); });
}

bool canRetryTurn(const ConversationState& state, const RoleState& role)
{
    const bool goesOn = state.runState() == RunState::Running || state.runState() == RunState::Finished;
    return goesOn && state.kind() == SessionKind::Team && hasFailed(role) && role.hasNews;
}

} // namespace quarterdeck::conversation
