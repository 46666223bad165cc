#include "session/library.h"

#include <QString>
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

/// Never half of a character.
std::string beginningOf(const std::string& text)
{
    constexpr std::size_t mostBytes = 600;
    constexpr qsizetype mostCharacters = 150;
    if (text.size() <= mostBytes)
        return text;
    return QString::fromStdString(text.substr(0, mostBytes)).left(mostCharacters).toStdString() + "…";
}

/// As a list or a notification shows it: rows of the list are read and compared again and again.
conversation::OpenQuestion inBrief(const conversation::OpenQuestion& open)
{
    conversation::OpenQuestion brief;
    brief.askedSeq = open.askedSeq;
    brief.question.id = open.question.id;
    brief.question.asker = open.question.asker;
    brief.question.text = beginningOf(open.question.text);
    brief.question.deadline = open.question.deadline;
    brief.question.isDeadlinePaused = open.question.isDeadlinePaused;
    brief.question.urgency = open.question.urgency;
    brief.question.askedAt = open.question.askedAt;
    return brief;
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
    for (const conversation::OpenQuestion& open : state.openQuestions())
        summary.openQuestions.push_back(inBrief(open));
    return summary;
}

} // namespace quarterdeck::session
