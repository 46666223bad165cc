#include "session/library.h"

#include <algorithm>

namespace quarterdeck::session {

namespace {

using conversation::RoleActivity;

/// "Alex\tacting": the role that has been at something for the shortest time, since that is what a person would look
/// for.
std::string activityLineOf(const ConversationState& state)
{
    const conversation::RoleState* newest = nullptr;
    for (const conversation::RoleState& role : state.roles()) {
        const bool isBusy = role.activity == RoleActivity::Thinking || role.activity == RoleActivity::Acting
            || role.activity == RoleActivity::WaitingForPerson;
        if (isBusy && (newest == nullptr || newest->activitySince < role.activitySince))
            newest = &role;
    }
    if (newest == nullptr)
        return {};
    const char* what = newest->activity == RoleActivity::Thinking ? "thinking"
        : newest->activity == RoleActivity::Acting                ? "acting"
                                                                  : "waiting";
    return newest->role.name.str() + '\t' + what;
}

} // namespace

SessionSummary summaryOf(const SessionId& id, const ConversationState& state)
{
    SessionSummary summary;
    summary.id = id;
    summary.title = state.title();
    summary.kind = state.kind();
    summary.source = state.source();
    summary.runState = state.runState();
    summary.startedAt = state.startedAt();
    summary.lastActivity = state.lastTime();
    summary.lastSeq = state.lastSeq();
    summary.messageCount = state.messageCount();
    summary.round = state.round();
    summary.cost = state.totalCost();
    summary.tokens = state.totalTokens();
    summary.activityLine = activityLineOf(state);
    summary.openQuestions = state.openQuestions();
    return summary;
}

} // namespace quarterdeck::session
