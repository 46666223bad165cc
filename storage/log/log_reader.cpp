#include "storage/log/log_reader.h"

#include "model/conversation/json/event_json.h"
#include "model/conversation/message.h"
#include "model/conversation/message_extension.h"
#include "model/session/payload_packing.h"
#include "storage/log/summary_row.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <variant>

namespace quarterdeck::storage::sqlite {

using namespace conversation;

namespace {

/// A foreign file may contain any number, and each place is read as an event.
constexpr std::int64_t mostMerged = 1'000'000;

} // namespace

bool isMerged(const EventBody& body)
{
    const auto* grown = std::get_if<MessageExtended>(&body);
    return grown != nullptr && grown->target.value == 0 && isEmpty(*grown);
}

std::string mergedPayload(std::int64_t before) { return R"({"target":0,"merged":)" + std::to_string(before) + '}'; }

std::int64_t mergedBefore(std::string_view kind, std::string_view payload)
{
    constexpr std::size_t longest = 64;
    if (kind != kindOf(MessageExtended()) || payload.size() > longest)
        return 0;
    const nlohmann::json body = nlohmann::json::parse(payload, nullptr, false);
    if (!body.is_object() || body.value("target", nlohmann::json()) != 0)
        return 0;
    const auto merged = body.find("merged");
    if (merged == body.end() || !merged->is_number_integer())
        return 0;
    const auto before = merged->get<std::int64_t>();
    return before <= mostMerged ? std::max<std::int64_t>(before, 0) : 0;
}

std::int64_t countEvents(Connection& connection)
{
    std::int64_t count = 0;
    {
        Query rows = connection.query("SELECT count(*) FROM events"
                                      " WHERE id >> 40 IN (SELECT id FROM sessions WHERE is_complete)");
        count = rows.next() ? rows.number(0) : 0;
    }
    if (readSchemaState(connection).version < mergedVersion)
        return count;
    Query row = connection.query("SELECT kind, plain FROM events WHERE kind = ? AND packed IS NULL"
                                 " AND id >> 40 IN (SELECT id FROM sessions WHERE is_complete)");
    const std::string kind(kindOf(MessageExtended()));
    row.bind(kind);
    while (row.next())
        count += mergedBefore(row.view(0), row.view(1));
    return count;
}

Event mergedEvent(EventSeq seq, const Event& row) { return {seq, row.time, row.monotonicMs, MessageExtended()}; }

using namespace session;

namespace {

/// The latest time among the first n events; never decreases with n. Empty if there is no such event.
std::optional<Timestamp> latestTimeAt(Connection& connection, SessionNumber session, EventSeq seq)
{
    // A merged event is represented by the row after it.
    Query row = connection.query("SELECT latest_time FROM events WHERE id >= ? AND id < ? ORDER BY id LIMIT 1");
    if (!row.bind(eventId(session, seq), afterEvents(session)).next())
        return std::nullopt;
    return Timestamp{row.number(0)};
}

/// Where its events end; if a page there is damaged, what the list says.
EventSeq endOf(Connection& connection, SessionNumber session)
{
    try {
        return lastSeqOf(connection, session);
    } catch (const SQLite::Exception& failure) {
        if (!isDamage(failure))
            throw;
        return listedLastSeqOf(connection, session);
    }
}

/// Whether the latest time of the first n events is at most this. An event on a damaged page counts as the one before
/// it, so that the others can be found; `known` is one for which it holds.
bool isLatestAtMost(Connection& connection, SessionNumber session, EventSeq seq, EventSeq known, Timestamp time)
{
    for (; seq > known; --seq.value) {
        try {
            const std::optional<Timestamp> latest = latestTimeAt(connection, session, seq);
            return latest && *latest <= time;
        } catch (const SQLite::Exception& failure) {
            if (!isDamage(failure))
                throw;
        }
    }
    return true;
}

using Visit = std::function<bool(Result<Event>)>;

/// Passes on the events from `first` up to `end` that are represented by the row after them. False as soon as one is
/// refused.
bool visitMerged(const Query& row, const std::string& path, EventSeq first, EventSeq end, const Visit& visit)
{
    if (first >= end)
        return true;
    constexpr int kindColumn = 1;
    constexpr int plainColumn = 5;
    const std::optional<std::string_view> payload = payloadFrom(row, plainColumn);
    const std::int64_t before = payload ? mergedBefore(row.view(kindColumn), *payload) : 0;
    const Result<Event> merged = eventFrom(row, path);
    if (!merged)
        return true;
    for (EventSeq seq = std::max(first, EventSeq{merged->seq.value - before}); seq < end; seq = seq.next())
        if (!visit(mergedEvent(seq, *merged)))
            return false;
    return true;
}

/// Passes on the events with after < seq ≤ last, readable or not, in order, until one is refused. Rows before and after
/// are not touched unless events are missing, since their pages may be damaged.
void visitEvents(Connection& connection, SessionNumber session, EventSeq after, EventSeq last, const Visit& visit)
{
    EventSeq expected = after.next();
    {
        Query row =
            connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS " FROM events WHERE id >= ? AND id <= ? ORDER BY id");
        row.bind(eventId(session, expected), eventId(session, last));
        while (expected <= last && row.next()) {
            const EventSeq seq = seqOf(row.number(0));
            if (!visitMerged(row, connection.path(), expected, seq, visit) || !visit(eventFrom(row, connection.path())))
                return;
            expected = seq.next();
        }
    }
    if (expected > last)
        return;
    Query behind = connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS
                                    " FROM events WHERE id > ? AND id < ? ORDER BY id LIMIT 1");
    if (behind.bind(eventId(session, last), afterEvents(session)).next())
        visitMerged(behind, connection.path(), expected, last.next(), visit);
}

} // namespace

std::optional<std::string_view> payloadFrom(const Query& row, int plain)
{
    const int packed = plain + 1;
    return row.isNull(packed) ? row.view(plain) : unpackedPayload(row.view(packed));
}

Result<SessionNumber> findSession(Connection& connection, const SessionId& session)
{
    Query row = connection.query("SELECT id FROM sessions WHERE key = ? AND is_complete");
    if (row.bind(session.str()).next())
        return SessionNumber{row.number(0)};
    // Rarely asked: somebody who sees a session must not be told that it does not exist.
    Query listed = connection.query("SELECT 1 FROM sessions NOT INDEXED WHERE key = ? AND is_complete");
    if (listed.bind(session.str()).next())
        return tl::unexpected(errors::damaged(connection.path(), "a key is missing in its index"));
    return tl::unexpected(errors::noSuchSession(session));
}

Result<Event> eventFrom(const Query& row, const std::string& path, int first)
{
    const auto damaged = [&](const std::string& why) {
        return tl::unexpected(
            errors::damaged(path, "event " + std::to_string(seqOf(row.number(first)).value) + ": " + why));
    };
    const std::optional<std::string_view> payload = payloadFrom(row, first + 5);
    if (!payload)
        return damaged("its packed payload is damaged");
    Event event;
    event.seq = seqOf(row.number(first));
    event.time = {row.number(first + 3)};
    event.monotonicMs = row.number(first + 4);
    Result<conversation::EventBody> body =
        conversation::eventFromPayload(row.view(first + 1), static_cast<int>(row.number(first + 2)), *payload);
    if (!body)
        return damaged(body.error().detail);
    event.body = std::move(*body);
    return event;
}

Result<Nothing> forEachEvent(Connection& connection, SessionNumber session, EventSeq after, EventSeq last,
                             const std::function<Result<Nothing>(Event)>& visit)
{
    Result<Nothing> taken = Nothing{};
    visitEvents(connection, session, after, last, [&](Result<Event> event) {
        taken = std::move(event).and_then(visit);
        return taken.has_value();
    });
    return taken;
}

Result<Nothing> forEachEventInARow(Connection& connection, SessionNumber session, EventSeq after, EventSeq last,
                                   const std::function<void(Event)>& visit)
{
    EventSeq expected = after.next();
    const auto missing = [&] {
        return tl::unexpected(
            errors::damaged(connection.path(), "event " + std::to_string(expected.value) + " is missing"));
    };
    const Result<Nothing> read = forEachEvent(connection, session, after, last, [&](Event event) -> Result<Nothing> {
        if (event.seq != expected)
            return missing();
        expected = expected.next();
        visit(std::move(event));
        return Nothing{};
    });
    if (read && expected <= last)
        return missing();
    return read;
}

Result<std::vector<Event>> readEvents(Connection& connection, const SessionId& session, EventSeq after,
                                      std::int32_t limit)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    std::vector<Event> events;
    const EventSeq from{std::max<std::int64_t>(after.value, 0)};
    const EventSeq to{std::min(listedLastSeqOf(connection, *number).value,
                               conversation::saturatingSum(from.value, std::max(limit, 0)))};
    return forEachEventInARow(connection, *number, from, to, [&](Event event) { events.push_back(std::move(event)); })
        .map([&](Nothing) { return std::move(events); });
}

EventSeq lastSeqOf(Connection& connection, SessionNumber session)
{
    Query row = connection.query("SELECT id FROM events WHERE id > ? AND id < ? ORDER BY id DESC LIMIT 1");
    if (!row.bind(beforeEvents(session), afterEvents(session)).next())
        return {0};
    return seqOf(row.number(0));
}

EventSeq listedLastSeqOf(Connection& connection, SessionNumber session)
{
    Query row = connection.query("SELECT last_seq FROM sessions WHERE id = ?");
    return row.bind(session.value).next() ? EventSeq{row.number(0)} : EventSeq{0};
}

Result<EventSeq> readSeqAt(Connection& connection, const SessionId& session, Timestamp time)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    return lastAtOrBefore(connection, *number, time);
}

EventSeq lastInOrder(Connection& connection, SessionNumber session, Timestamp time)
{
    EventSeq within{0};
    EventSeq beyond = endOf(connection, session).next();
    while (beyond.value - within.value > 1) {
        const EventSeq middle{within.value + (beyond.value - within.value) / 2};
        (isLatestAtMost(connection, session, middle, within, time) ? within : beyond) = middle;
    }
    return within;
}

EventSeq lastAtOrBefore(Connection& connection, SessionNumber session, Timestamp time)
{
    const EventSeq inOrder = lastInOrder(connection, session, time);
    // Later events that are still not after `time` come from a clock that went back; those are indexed.
    Query late = connection.query("SELECT id FROM main.events INDEXED BY events_out_of_order"
                                  " WHERE id > ? AND id < ? AND time < latest_time AND time <= ?"
                                  " ORDER BY id DESC LIMIT 1");
    if (late.bind(eventId(session, inOrder), afterEvents(session), time.msSinceEpoch).next())
        return seqOf(late.number(0));
    return inOrder;
}

Result<ConversationState> snapshotFrom(std::string_view text, EventSeq seq)
{
    const Error unreadable{conversation::ErrorCode::Damaged, {}, "snapshot at " + std::to_string(seq.value)};
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_discarded())
        return tl::unexpected(unreadable);
    Result<ConversationState> state = ConversationState::fromJson(json);
    if (state && state->lastSeq() != seq)
        return tl::unexpected(unreadable);
    return state;
}

namespace {

ConversationState nearestSnapshot(Connection& connection, SessionNumber session, EventSeq asOf)
{
    Query row = connection.query("SELECT id, state FROM snapshots WHERE id > ? AND id <= ? AND version = ?"
                                 " ORDER BY id DESC");
    row.bind(beforeEvents(session), eventId(session, asOf), snapshotVersion);
    while (row.next()) {
        Result<ConversationState> state = snapshotFrom(row.view(1), seqOf(row.number(0)));
        if (state)
            return std::move(*state);
        // An older one and a longer fold yield the same state.
        qCWarning(storageLog, "a snapshot was passed over: %s", state.error().detail.c_str());
    }
    return {};
}

Result<SessionOpening> stateAt(Connection& connection, SessionNumber session, EventSeq moment, const KeepState& keep)
{
    SessionOpening opening;
    opening.state = nearestSnapshot(connection, session, moment);
    opening.snapshot = opening.state.lastSeq();
    const bool isLong = moment.value - opening.snapshot.value >= 2 * snapshotSpacing;
    return forEachEventInARow(connection, session, opening.snapshot, moment,
                              [&](const Event& event) {
                                  opening.state.apply(event);
                                  if (isLong && (event.seq.value - opening.snapshot.value) % snapshotSpacing == 0)
                                      keep(opening.state);
                              })
        .map([&](Nothing) { return std::move(opening); });
}

} // namespace

Result<ConversationState> readState(Connection& connection, const SessionId& session, std::optional<EventSeq> asOf,
                                    const KeepState& keep)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    const EventSeq last = listedLastSeqOf(connection, *number);
    const EventSeq moment{std::clamp<std::int64_t>(asOf.value_or(last).value, 0, last.value)};
    return stateAt(connection, *number, moment, keep).map([](SessionOpening&& opening) {
        return std::move(opening.state);
    });
}

Result<SessionOpening> openSession(Connection& connection, const SessionId& session, const KeepState& keep)
{
    const Result<SessionNumber> number = findSession(connection, session);
    if (!number)
        return tl::unexpected(number.error());
    // The writer continues from the list's row, so events missing at the end are a gap, too.
    Result<SessionOpening> opening = stateAt(connection, *number, listedLastSeqOf(connection, *number), keep);
    if (!opening)
        return opening;
    if (const std::optional<SessionSummary> row = readSummary(connection, *number))
        opening->isImportedSession = row->kind == conversation::SessionKind::Imported;
    return opening;
}

} // namespace quarterdeck::storage::sqlite
