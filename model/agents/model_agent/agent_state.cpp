#include "model/agents/model_agent/agent_state.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::team {

/// Recalls what the person marked to be kept, and forgets what was unmarked. What precedes the newest part of the
/// memory is read from the log, once. Errors: the log's.
QCoro::Task<Result<void>> loadPinnedTurns(AgentStatePtr mind, AgentContext context);

namespace {

using conversation::EventSeq;
using conversation::MessageId;
using Kind = MemoryEntry::Kind;

constexpr std::int64_t rowsPerRead = 200;
/// What a call said or returned is no further than this from the reply that called it.
constexpr std::int64_t farthestStep = 1000;

bool beginsTurn(const MemoryEntry& row) { return row.kind != Kind::Result && row.kind != Kind::Change; }

std::optional<std::int64_t> placeOfReply(const InboxMemory& memory, const MessageId& reply)
{
    const auto found = std::ranges::find_if(
        memory.rows(), [&](const MemoryEntry& row) { return row.kind == Kind::Reply && row.message.id == reply; });
    return found == memory.rows().end() ? std::nullopt : std::optional(found->place);
}

/// The turn in memory that an event of the inbox starts or belongs to.
std::optional<std::int64_t> placeInMemory(const InboxMemory& memory, EventSeq seq)
{
    const auto marked = std::ranges::find(memory.rows(), seq, &MemoryEntry::seq);
    if (marked == memory.rows().end())
        return std::nullopt;
    return beginsTurn(*marked) ? std::optional(marked->place) : placeOfReply(memory, marked->of);
}

/// The inbox positions of a piece, and which of them say something to the agent.
struct Piece
{
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::vector<MemoryEntry> rows = {};
};

QCoro::Task<Result<Piece>> pieceOf(AgentStatePtr mind, AgentContext context, std::int64_t from, std::int64_t to)
{
    const Result<std::vector<InboxRow>> rows = co_await context.inboxRows(from, to);
    if (!rows)
        co_return tl::make_unexpected(rows.error());
    Piece piece;
    piece.from = piece.to = from;
    for (const InboxRow& row : *rows)
        if (auto one = mind->memory.understood(*context.state(), row, piece.to++))
            piece.rows.push_back(std::move(*one));
    co_return piece;
}

/// This agent's reply, one of whose calls sent the message of an event to others; empty = none did.
QCoro::Task<Result<MessageId>> replyThatSaidIt(AgentContext context, EventSeq seq)
{
    const EventSeq before{seq.value - 1};
    const Result<std::vector<conversation::Event>> events = co_await context.eventsAfter(before, 1);
    if (!events)
        co_return tl::make_unexpected(events.error());
    const auto* published =
        events->empty() ? nullptr : std::get_if<conversation::MessagePublished>(&events->front().body);
    const bool isOwn =
        published != nullptr && conversation::addressesOf(context.role()).contains(published->message.sentFrom);
    co_return isOwn ? replyThatSaid(published->message.id) : MessageId();
}

/// Searches backwards from a position for that step.
QCoro::Task<Result<std::optional<MemoryEntry>>> findReply(AgentStatePtr mind, AgentContext context, MessageId reply,
                                                          std::int64_t before)
{
    const std::int64_t lowest = std::max<std::int64_t>(0, before - farthestStep);
    while (before > lowest) {
        const std::int64_t from = std::max(lowest, before - rowsPerRead);
        const Result<Piece> piece = co_await pieceOf(mind, context, from, before);
        if (!piece)
            co_return tl::make_unexpected(piece.error());
        const auto found = std::ranges::find_if(
            piece->rows, [&](const MemoryEntry& row) { return row.kind == Kind::Reply && row.message.id == reply; });
        if (found != piece->rows.end())
            co_return std::optional<MemoryEntry>(*found);
        before = from;
    }
    co_return std::optional<MemoryEntry>();
}

/// A reply with the results of all its calls; empty if one has no result.
QCoro::Task<Result<PinnedTurn>> wholeTurn(AgentStatePtr mind, AgentContext context, MemoryEntry reply)
{
    const std::size_t calls = conversation::blocksOf<conversation::ToolUseBlock>(reply.message).size();
    const conversation::RoleState* role = context.state()->role(context.role().name);
    const std::int64_t end = std::min(role == nullptr ? 0 : role->delivered, reply.place + farthestStep);
    PinnedTurn turn{reply.place, {reply}};
    std::int64_t from = reply.place + 1;
    while (turn.rows.size() <= calls && from < end) {
        const Result<Piece> piece = co_await pieceOf(mind, context, from, std::min(end, from + rowsPerRead));
        if (!piece)
            co_return tl::make_unexpected(piece.error());
        if (piece->to == from)
            break;
        for (const MemoryEntry& row : piece->rows)
            if (row.kind == Kind::Result && row.of == reply.message.id)
                turn.rows.push_back(row);
        from = piece->to;
    }
    co_return turn.rows.size() > calls ? std::move(turn) : PinnedTurn();
}

QCoro::Task<Result<PinnedTurn>> turnInLog(AgentStatePtr mind, AgentContext context, EventSeq seq)
{
    const Result<std::int64_t> length = co_await context.inboxLengthAt(seq);
    if (!length)
        co_return tl::make_unexpected(length.error());
    if (*length == 0)
        co_return PinnedTurn();
    const Result<Piece> last = co_await pieceOf(mind, context, *length - 1, *length);
    if (!last)
        co_return tl::make_unexpected(last.error());
    const bool isThere = !last->rows.empty() && last->rows.front().seq == seq;
    MessageId reply;
    if (isThere) {
        const MemoryEntry& row = last->rows.front();
        if (beginsTurn(row) && row.kind != Kind::Reply)
            co_return PinnedTurn{row.place, {row}};
        reply = row.kind == Kind::Reply ? row.message.id : row.of;
    } else {
        const Result<MessageId> said = co_await replyThatSaidIt(context, seq);
        if (!said)
            co_return tl::make_unexpected(said.error());
        reply = *said;
    }
    if (reply.isEmpty())
        co_return PinnedTurn();
    if (const auto place = placeOfReply(mind->memory, reply))
        co_return PinnedTurn{*place, {}}; // calls of it may still be under way
    Result<std::optional<MemoryEntry>> step = co_await findReply(mind, context, std::move(reply), *length);
    if (!step)
        co_return tl::make_unexpected(step.error());
    if (!*step)
        co_return PinnedTurn();
    co_return co_await wholeTurn(mind, context, std::move(**step));
}

/// If its first row has left the memory, it is read from the log again.
bool isStillKnown(const AgentState& mind, EventSeq seq)
{
    const auto known = mind.kept.find(seq);
    if (known == mind.kept.end())
        return false;
    const PinnedTurn& turn = known->second;
    return turn.place < 0 || turn.place >= mind.memory.first() || !turn.rows.empty();
}

void keepInMemory(AgentState& mind)
{
    std::set<std::int64_t> places;
    std::map<std::int64_t, MemoryEntry> older;
    for (const auto& [seq, turn] : mind.kept) {
        if (turn.place < 0)
            continue;
        places.insert(turn.place);
        for (const MemoryEntry& row : turn.rows)
            older.emplace(row.place, row);
    }
    std::vector<MemoryEntry> rows;
    for (auto& [place, row] : older)
        rows.push_back(std::move(row));
    mind.memory.setKept(std::move(places), std::move(rows));
}

} // namespace

QCoro::Task<Result<void>> loadPinnedTurns(AgentStatePtr mind, AgentContext context)
{
    const std::vector<EventSeq> marked = context.state()->keptMessages();
    std::erase_if(mind->kept, [&](const auto& one) { return !std::ranges::binary_search(marked, one.first); });
    for (const EventSeq seq : marked) {
        if (isStillKnown(*mind, seq))
            continue;
        if (const auto place = placeInMemory(mind->memory, seq)) {
            mind->kept[seq] = PinnedTurn{*place, {}};
            continue;
        }
        Result<PinnedTurn> turn = co_await turnInLog(mind, context, seq);
        if (!turn)
            co_return tl::make_unexpected(turn.error());
        mind->kept[seq] = std::move(*turn);
    }
    keepInMemory(*mind);
    co_return Result<void>();
}

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
