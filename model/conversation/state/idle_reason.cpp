#include "model/conversation/state/idle_reason.h"

#include <algorithm>

namespace quarterdeck::conversation {

namespace {

bool livesHere(const ConversationState& state)
{
    return (state.kind() == SessionKind::Team || state.kind() == SessionKind::Demo) && state.source().empty();
}

bool hasFailed(const RoleState& role) { return role.activity == RoleActivity::Failed; }

/// Something to do, for which the person does not give it a turn.
bool isKeptFromWork(const RoleState& role)
{
    return role.mode == RoleMode::Paused && (role.unread() > 0 || role.hasNews || role.hasWork);
}

bool isAtRest(const RoleState& role)
{
    const bool isAtTurn = role.activity == RoleActivity::Thinking || role.activity == RoleActivity::Acting;
    // Without work in hand, it is a program that we wait for.
    if (role.mode == RoleMode::Paused && !(isAtTurn && role.hasWork))
        return true;
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
    if (std::ranges::any_of(roles, [](const RoleState& role) { return hasFailed(role) && role.hasNews; }))
        return IdleReason::AfterFailure;
    if (!state.held().empty())
        return IdleReason::Held;
    return pausedWithWork(state) ? IdleReason::MemberPaused : IdleReason::NothingToDo;
}

const RoleState* pausedWithWork(const ConversationState& state)
{
    const auto found = std::ranges::find_if(state.roles(), isKeptFromWork);
    return found == state.roles().end() ? nullptr : &*found;
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
