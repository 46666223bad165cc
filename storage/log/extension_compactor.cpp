#include "storage/log/extension_compactor.h"

#include "model/conversation/ids.h"
#include "model/conversation/json/event_json.h"
#include "model/conversation/message_extension.h"
#include "model/session/payload_packing.h"
#include "storage/log/event_document.h"
#include "storage/log/event_id.h"
#include "storage/log/log_reader.h"
#include "storage/search/document.h"
#include "storage/search/text_index.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// Merges growths of that event's message (see ExtensionCompactor): the oldest ones, as many as take some milliseconds.
/// Inside the caller's transaction. Returns whether more may be left. Throws SQLite::Exception.
[[nodiscard]] bool compactExtensions(Connection& connection, SessionNumber session, conversation::EventSeq target);

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

using conversation::EventSeq;

namespace {

/// Without a growth for this long, the message is at rest.
constexpr std::chrono::milliseconds restSpell{2000};
/// After a failure, wait before the next attempt.
constexpr std::chrono::milliseconds shortestWait{50};
/// Beyond this many it is merged even while it grows: reading its row means reading all of them.
constexpr int mostUnmerged = 256;
/// Searches have to read whatever is not indexed.
constexpr std::int64_t longestHeld = 2000;
/// More than can remain of one message, since each is twice as long as the one before.
constexpr std::int64_t mostKept = 40;

bool isComplete(Connection& connection, SessionNumber session)
{
    return connection.query("SELECT 1 FROM sessions WHERE id = ? AND is_complete").bind(session.value).next();
}

/// Recordings stay as they came: the next import of the file continues after the last event that both have.
bool isMergeable(Connection& connection, SessionNumber session)
{
    const std::string imported = wordOf(conversation::SessionKind::Imported);
    return connection.query("SELECT 1 FROM sessions WHERE id = ? AND is_complete AND kind <> ?")
        .bind(session.value, imported)
        .next();
}

} // namespace

void ExtensionCompactor::note(SessionNumber session, EventSeq target)
{
    Growing& growing = m_growing[{session.value, target.value}];
    growing.last = Clock::now();
    ++growing.growths;
    m_held.try_emplace(session.value, target.value);
}

bool ExtensionCompactor::holds(SessionNumber session, EventSeq lastSeq)
{
    const auto held = m_held.find(session.value);
    if (held == m_held.end())
        return false;
    if (lastSeq.value - held->second < longestHeld)
        return true;
    held->second = lastSeq.value;
    return false;
}

bool ExtensionCompactor::mergeSlice()
{
    readUnmerged();
    const std::optional<Place> due = nextDue();
    if (!due)
        return false;
    bool isMoreLeft = false;
    try {
        Transaction transaction(m_connection, Transaction::Kind::Write);
        isMoreLeft =
            isMergeable(m_connection, {due->first}) && compactExtensions(m_connection, {due->first}, {due->second});
        transaction.commit();
    } catch (const IndexDamage&) {
        throw; // it is made anew
    } catch (const SQLite::Exception& failure) {
        using conversation::ErrorCode;
        const ErrorCode code = errorOf(failure, m_connection.path()).code;
        if (code != ErrorCode::Damaged && code != ErrorCode::BadInput)
            throw;
        qCWarning(storageLog, "what event %lld of session %lld grew by stays as it is: %s",
                  static_cast<long long>(due->second), static_cast<long long>(due->first), failure.what());
    }
    Growing& growing = m_growing.at(*due);
    growing.growths = isMoreLeft ? growing.growths : 0;
    if (!isMoreLeft && Clock::now() - growing.last >= restSpell)
        release(*due);
    return true;
}

std::chrono::milliseconds ExtensionCompactor::untilNext() const
{
    std::chrono::milliseconds wait = std::chrono::milliseconds::max();
    for (const auto& [place, growing] : m_growing)
        wait = std::min(wait, std::chrono::ceil<std::chrono::milliseconds>(growing.last + restSpell - Clock::now()));
    return std::max(wait, shortestWait);
}

/// Finds what was left when the program ended.
void ExtensionCompactor::readUnmerged()
{
    if (std::exchange(m_isRead, true))
        return;
    Query row = m_connection.query("SELECT session, target_seq FROM amendments GROUP BY session, target_seq"
                                   " HAVING count(*) > ?");
    row.bind(mostKept);
    while (row.next())
        m_growing.try_emplace({row.number(0), row.number(1)});
}

std::optional<ExtensionCompactor::Place> ExtensionCompactor::nextDue() const
{
    const auto now = Clock::now();
    const auto due = std::ranges::find_if(m_growing, [&](const auto& one) {
        return one.second.growths >= mostUnmerged || now - one.second.last >= restSpell;
    });
    return due == m_growing.end() ? std::nullopt : std::optional(due->first);
}

/// The session is indexed to its end once none of its messages is growing.
void ExtensionCompactor::release(const Place& place)
{
    m_growing.erase(place);
    const std::int64_t session = place.first;
    const auto next = m_growing.lower_bound({session, 0});
    if (next != m_growing.end() && next->first.first == session)
        return;
    if (m_held.erase(session) > 0 && isComplete(m_connection, {session}))
        m_index.note({session}, listedLastSeqOf(m_connection, {session}));
}

} // namespace quarterdeck::storage::sqlite
