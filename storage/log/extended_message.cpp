#include "storage/log/extended_message.h"

#include "model/conversation/json/event_json.h"
#include "model/conversation/message_extension.h"
#include "model/session/payload_packing.h"
#include "storage/log/event_document.h"
#include "storage/log/event_reader.h"
#include "storage/log/merged_events.h"
#include "storage/search/document.h"
#include "storage/search/text_index.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace quarterdeck::storage::sqlite {

using namespace conversation;

namespace {

constexpr std::int64_t mostGrowths = 1'000;
/// Bytes of the message, summed over its growths.
constexpr std::size_t mostWork = 16U << 20U;

struct Growth
{
    EventSeq seq;
    MessageExtended body;
};

/// Which growths stay, and which are merged.
struct Plan
{
    std::vector<EventSeq> merged;
    std::vector<Growth> kept; ///< with all since the one before
};

std::size_t sizeOf(const Message& message)
{
    struct Sizes
    {
        std::size_t operator()(const TextBlock& block) const { return block.text.size(); }
        std::size_t operator()(const ThinkingBlock& block) const { return block.text.size(); }
        std::size_t operator()(const ToolUseBlock& block) const { return block.rawInput.size(); }
        std::size_t operator()(const ToolResultBlock& block) const { return block.output.size(); }
        std::size_t operator()(const MediaBlock&) const { return 0; }
        std::size_t operator()(const UnknownBlock&) const { return 0; }
    };
    std::size_t size = 0;
    for (const ContentBlock& block : message.content)
        size += std::visit(Sizes(), block);
    return size;
}

std::optional<Message> readMessage(Connection& connection, SessionNumber session, EventSeq seq)
{
    Query row = connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS " FROM events WHERE id = ?");
    if (!row.bind(eventId(session, seq)).next())
        return std::nullopt;
    session::Result<Event> event = eventFrom(row, connection.path());
    auto* published = event ? std::get_if<MessagePublished>(&event->body) : nullptr;
    return published ? std::optional(std::move(published->message)) : std::nullopt;
}

/// The oldest growths. None if one cannot be read: they are left alone, and `check` reports it.
std::vector<Growth> readGrowths(Connection& connection, SessionNumber session, EventSeq target)
{
    Query row = connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS
                                 " FROM amendments CROSS JOIN events ON events.id = ? + amendments.seq"
                                 " WHERE session = ? AND target_seq = ? AND events.kind = ? ORDER BY seq LIMIT ?");
    const std::string kind(kindOf(MessageExtended()));
    row.bind(beforeEvents(session), session.value, target.value, kind, mostGrowths);
    std::vector<Growth> growths;
    while (row.next()) {
        session::Result<Event> event = eventFrom(row, connection.path());
        auto* grown = event ? std::get_if<MessageExtended>(&event->body) : nullptr;
        if (grown == nullptr)
            return {};
        growths.push_back({event->seq, std::move(*grown)});
    }
    return growths;
}

Plan planFor(Message message, std::vector<Growth>& growths, EventSeq target)
{
    Plan plan;
    Message kept = message;
    std::size_t work = 0;
    for (std::size_t i = 0; i < growths.size(); ++i) {
        applyExtension(message, growths[i].body);
        const std::size_t size = sizeOf(message);
        work += size;
        if (work > mostWork)
            growths.resize(i + 1);
        if (i + 1 < growths.size() && size < 2 * std::max<std::size_t>(sizeOf(kept), 1)) {
            plan.merged.push_back(growths[i].seq);
            continue;
        }
        plan.kept.push_back({growths[i].seq, extensionOf(kept, message, target)});
        kept = message;
    }
    return plan;
}

/// Whether the message is unchanged to the last byte.
bool isSound(Message message, const std::vector<Growth>& growths, const Plan& plan)
{
    Message merged = message;
    for (const Growth& growth : growths)
        applyExtension(message, growth.body);
    for (const Growth& growth : plan.kept)
        applyExtension(merged, growth.body);
    return merged == message;
}

using Documents = std::vector<std::pair<EventSeq, search::Document>>;

/// What the index contains of them.
Documents indexedOf(Connection& connection, SessionNumber session, const std::vector<Growth>& growths)
{
    const EventSeq indexed = indexedUpTo(connection, session);
    Documents documents;
    for (const Growth& growth : growths) {
        if (growth.seq > indexed)
            break;
        forEachDocument(connection, session, {growth.seq.value - 1}, growth.seq, {GrowthView::Way::Indexed},
                        [&](EventSeq seq, const search::Document& document) {
                            if (!document.isEmpty())
                                documents.emplace_back(seq, document);
                            return true;
                        });
    }
    return documents;
}

void writePlain(Connection& connection, std::int64_t id, const std::string& payload)
{
    connection.query("UPDATE events SET plain = ?, packed = NULL WHERE id = ?").bind(payload, id).run();
}

void writePayload(Connection& connection, std::int64_t id, const std::string& payload)
{
    if (const std::optional<std::string> packed = session::packedPayload(payload))
        connection.query("UPDATE events SET plain = '', packed = ? WHERE id = ?").bind(Bytes{*packed}, id).run();
    else
        writePlain(connection, id, payload);
}

/// Neighbouring events that share one row.
struct Run
{
    std::int64_t last = 0; ///< the row's id
    std::int64_t places = 0;
};

constexpr int payloadColumn = 5; // of QUARTERDECK_EVENT_COLUMNS

/// The rows that only represent merged events, from the one before `first` to the one after `last`.
std::vector<Run> readRuns(Connection& connection, std::int64_t first, std::int64_t last)
{
    // Runs on either side may now adjoin.
    Query row = connection.query(
        "SELECT " QUARTERDECK_EVENT_COLUMNS
        " FROM events WHERE id >= coalesce((SELECT max(id) FROM events WHERE id < ?1), ?1)"
        " AND id <= coalesce((SELECT min(id) FROM events WHERE id > ?2), ?2) AND kind = ?3 ORDER BY id");
    const std::string kind(kindOf(MessageExtended()));
    row.bind(first, last, kind);
    std::vector<Run> runs;
    while (row.next()) {
        const session::Result<Event> event = eventFrom(row, connection.path());
        if (event && isMerged(event->body))
            runs.push_back(
                {row.number(0), 1 + mergedBefore(kind, payloadFrom(row, payloadColumn).value_or(std::string_view()))});
    }
    return runs;
}

void joinRuns(Connection& connection, std::int64_t first, std::int64_t last)
{
    const std::vector<Run> runs = readRuns(connection, first, last);
    for (std::size_t i = 0; i < runs.size();) {
        Run whole = runs[i];
        std::size_t end = i + 1;
        for (; end < runs.size() && runs[end].last - runs[end].places == whole.last; ++end) {
            connection.query("DELETE FROM events WHERE id = ?").bind(whole.last).run();
            whole = {runs[end].last, whole.places + runs[end].places};
        }
        if (end > i + 1)
            writePlain(connection, whole.last, mergedPayload(whole.places - 1));
        i = end;
    }
}

void apply(Connection& connection, SessionNumber session, EventSeq target, const Plan& plan)
{
    for (const EventSeq seq : plan.merged) {
        const std::int64_t id = eventId(session, seq);
        writePlain(connection, id, mergedPayload(0));
        connection.query("DELETE FROM amendments WHERE session = ? AND target_seq = ? AND seq = ?")
            .bind(session.value, target.value, seq.value)
            .run();
        // The state would have a different time there.
        connection.query("DELETE FROM snapshots WHERE id = ?").bind(id).run();
    }
    for (const Growth& growth : plan.kept)
        writePayload(connection, eventId(session, growth.seq), eventPayload(growth.body));
    joinRuns(connection, eventId(session, plan.merged.front()), eventId(session, plan.merged.back()));
}

std::int64_t payloadBytes(const std::vector<Growth>& growths)
{
    std::int64_t bytes = 0;
    for (const Growth& growth : growths)
        bytes += static_cast<std::int64_t>(eventPayload(growth.body).size());
    return bytes;
}

} // namespace

bool compactExtensions(Connection& connection, SessionNumber session, EventSeq target)
{
    const std::optional<Message> message = readMessage(connection, session, target);
    std::vector<Growth> growths = message ? readGrowths(connection, session, target) : std::vector<Growth>();
    const bool mayBeMore = static_cast<std::int64_t>(growths.size()) == mostGrowths;
    if (growths.empty())
        return false;
    const std::size_t read = growths.size();
    const Plan plan = planFor(*message, growths, target);
    if (plan.merged.empty() || !isSound(*message, growths, plan))
        return false;
    const Documents before = indexedOf(connection, session, growths);
    apply(connection, session, target, plan);
    // Asked before anything is forgotten: what represents the whole message now must go on doing so.
    const Documents after = indexedOf(connection, session, plan.kept);
    for (const auto& [seq, document] : before)
        TextIndex::forget(connection, eventId(session, seq), document);
    for (const auto& [seq, document] : after)
        TextIndex::add(connection, eventId(session, seq), document);
    connection.query("UPDATE sizes SET events = events - ? WHERE session = ?")
        .bind(payloadBytes(growths) - payloadBytes(plan.kept), session.value)
        .run();
    return mayBeMore || growths.size() < read;
}

} // namespace quarterdeck::storage::sqlite
