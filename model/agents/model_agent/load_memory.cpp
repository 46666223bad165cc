#include "model/agents/model_agent/load_memory.h"

#include "model/agents/model_agent/pinned_turns.h"

#include <algorithm>

namespace quarterdeck::team {

namespace {

constexpr std::int64_t rowsPerRecall = 200;
constexpr std::size_t mostRowsKept = 4000;
/// A plan further back does not count: a leader's plan is renewed by every step that changes it.
constexpr std::int64_t farthestPlan = 5000;

bool holds(const InboxMemory& memory, const Message& message)
{
    return std::ranges::any_of(memory.rows(), [&](const MemoryEntry& row) { return row.message.id == message.id; });
}

/// Twice what a prompt takes, so that what is left out can be numbered and a summary has what it needs.
bool isEnough(const AgentState& mind, const std::vector<Message>& news)
{
    const bool hasNews = news.empty() || holds(mind.memory, news.front());
    return hasNews && (mind.memory.hasSummary() || mind.memory.tokens() > 2 * mind.team->promptTokens);
}

bool findPlan(AgentState& mind)
{
    const auto& rows = mind.memory.rows();
    const auto newest =
        std::find_if(rows.rbegin(), rows.rend(), [](const MemoryEntry& row) { return !row.plan.isNull(); });
    if (newest == rows.rend())
        return false;
    mind.plan = Plan::from(newest->plan);
    return true;
}

QCoro::Task<Result<void>> readBack(AgentStatePtr mind, AgentContext context)
{
    const std::int64_t from = std::max<std::int64_t>(0, mind->memory.first() - rowsPerRecall);
    const Result<std::vector<InboxRow>> rows = co_await context.inboxRows(from, mind->memory.first());
    if (!rows)
        co_return tl::make_unexpected(rows.error());
    if (rows->empty())
        co_return tl::make_unexpected(Error{ErrorCode::Damaged, {}, "an inbox with a gap"});
    mind->memory.prepend(*context.state(), *rows);
    co_return Result<void>();
}

QCoro::Task<Result<void>> load(AgentStatePtr mind, AgentContext context, std::vector<Message> news)
{
    const conversation::RoleState* role = context.state()->role(context.role().name);
    mind->memory.startAt(role == nullptr ? 0 : role->delivered);
    bool needsPlan = mind->role.isLeader;
    const std::int64_t end = mind->memory.end();
    while (mind->memory.first() > 0) {
        needsPlan = needsPlan && !findPlan(*mind);
        const bool isTooFar = end - mind->memory.first() > farthestPlan;
        if (isEnough(*mind, news) && (!needsPlan || isTooFar))
            break;
        const Result<void> read = co_await readBack(mind, context);
        if (!read)
            co_return tl::make_unexpected(read.error());
    }
    if (needsPlan)
        findPlan(*mind);
    mind->isLoaded = true;
    co_return Result<void>();
}

/// Reads what arrived since.
QCoro::Task<Result<void>> readOn(AgentStatePtr mind, AgentContext context)
{
    const conversation::RoleState* role = context.state()->role(context.role().name);
    const std::int64_t delivered = role == nullptr ? 0 : role->delivered;
    const Result<std::vector<InboxRow>> rows = co_await context.inboxRows(mind->memory.end(), delivered);
    if (!rows)
        co_return tl::make_unexpected(rows.error());
    mind->memory.append(*context.state(), *rows);
    mind->memory.keepNewest(mostRowsKept);
    co_return Result<void>();
}

} // namespace

std::int64_t newestPlaceOf(const InboxMemory& memory, const std::vector<Message>& news)
{
    std::int64_t newest = -1;
    for (const MemoryEntry& row : memory.rows())
        if (std::ranges::find(news, row.message.id, &Message::id) != news.end())
            newest = std::max(newest, row.place);
    return newest;
}

QCoro::Task<Result<void>> loadMemory(AgentStatePtr mind, AgentContext context, std::vector<Message> news)
{
    Result<void> known;
    if (mind->isLoaded)
        known = co_await readOn(mind, context);
    else
        known = co_await load(mind, context, std::move(news));
    if (!known)
        co_return known;
    co_return co_await loadPinnedTurns(mind, context);
}

} // namespace quarterdeck::team
