#include "storage/recover/rebuild.h"

#include "model/conversation/attachments.h"
#include "model/session/session.h"
#include "storage/backup/copies.h"
#include "storage/file_state.h"
#include "storage/log/attachments.h"
#include "storage/log/log_reader.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <utility>

namespace quarterdeck::storage::recover {

namespace {

/// Failures are ignored.
void tryWith(const std::string& backup, const std::function<void()>& work)
{
    (void)sqlite::catchSqliteErrors(backup, [&]() -> session::Result<session::Nothing> {
        work();
        return session::Nothing{};
    });
}

/// Throws SQLite::Exception.
std::optional<sqlite::NewAttachment> attachmentIn(sqlite::Connection& backup, const std::string& hash)
{
    sqlite::Query row = backup.query("SELECT media_type, width, height, bytes FROM attachments WHERE hash = ?");
    if (!row.bind(hash).next())
        return std::nullopt;
    sqlite::NewAttachment found{std::string(row.view(3)), row.text(0), static_cast<std::int32_t>(row.number(1)),
                                static_cast<std::int32_t>(row.number(2))};
    return conversation::attachmentHash(found.bytes).str() == hash ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace

std::optional<sqlite::NewAttachment> BackupAttachments::find(const std::string& hash)
{
    if (!std::exchange(m_isOpen, true))
        open();
    std::optional<sqlite::NewAttachment> found;
    for (auto backup = m_backups.begin(); backup != m_backups.end() && !found; ++backup)
        tryWith((*backup)->path(), [&] { found = attachmentIn(**backup, hash); });
    return found;
}

void BackupAttachments::open()
{
    if (m_place.empty())
        return;
    for (const Backup& backup : backup::namedBackups(m_place)) {
        tryWith(backup.path, [&] {
            const auto mode = sqlite::hasLog(backup.path) ? sqlite::Mode::Read : sqlite::Mode::ReadImmutable;
            m_backups.push_back(std::make_unique<sqlite::Connection>(backup.path, mode));
        });
    }
}

using namespace session;
using conversation::UnknownEvent;

namespace {

constexpr std::size_t eventsPerWrite = 500;
/// A number beyond this gap, with nothing to confirm it, is what is damaged.
constexpr std::int64_t longestGap = 100'000;
/// At most this many get a placeholder each, whatever confirms them.
constexpr std::int64_t mostPlaces = 5'000'000;

/// Takes the place of events that could not be read: shown raw, and skipped by the fold. The first event named the
/// session, however, and the list still knows that name.
Event lostEvent(EventSeq seq, Timestamp time, const std::string& title, std::int64_t count)
{
    Event event;
    event.seq = seq;
    event.time = time;
    if (seq.value == 1)
        event.body = conversation::SessionRenamed{title};
    else
        event.body = UnknownEvent{
            "lost", 1,
            conversation::JsonValue(count == 1 ? nlohmann::json::object() : nlohmann::json{{"events", count}})};
    return event;
}

/// Where the session ends according to the list; 0 if no session could end there.
EventSeq listedEnd(const FoundSession& found)
{
    const std::int64_t last = found.listed.lastSeq;
    return {last == sqlite::seqOf(last).value ? last : 0};
}

} // namespace

Rebuild::Rebuild(sqlite::Connection& connection, std::string damagedPath, BackupAttachments& kept,
                 std::function<void(std::size_t events)> progressed)
    : m_connection(connection)
    , m_damagedPath(std::move(damagedPath))
    , m_kept(kept)
    , m_progressed(std::move(progressed))
    , m_index(connection)
    , m_log(connection, m_index)
{ }

Result<RecoveredSession> Rebuild::write(const FoundSession& found)
{
    RecoveredSession recovered;
    recovered.id = SessionId(found.listed.key);
    recovered.title = found.labels.title.empty() ? found.listed.title : found.labels.title;
    recovered.isEndKnown = found.isListed;
    if (found.events == 0) {
        recovered.lost = listedEnd(found).value;
        return recovered;
    }
    m_state = {};
    m_events.clear();
    m_next = {1};
    m_time = {};
    m_id = recovered.id;
    m_title = found.listed.title;
    SessionSummary made;
    made.id = m_id;
    made.kind = sqlite::sessionKindOf(found.listed.kind);
    made.isSample = found.listed.isSample;
    const Outcome written =
        m_log.create(made, {})
            .and_then([&](Nothing) { return writeEvents(found, recovered); })
            .and_then([&](Nothing) { return flush(); })
            .and_then([&](Nothing) {
                return found.draft.empty() ? Outcome(Nothing{}) : m_log.saveDraft(recovered.id, found.draft);
            })
            .and_then([&](Nothing) { return m_log.setLabels(recovered.id, found.labels); })
            .and_then([&](Nothing) { return m_log.saveSnapshot(recovered.id, m_state); });
    if (!written)
        return tl::unexpected(written.error());
    m_log.finish();
    setKind(found);
    fetchAttachments(recovered);
    if (recovered.title.empty())
        recovered.title = m_state.title();
    recovered.messages = m_state.messageCount();
    return recovered;
}

/// As the remaining events tell it, since the row must agree with them. Only the row, however, knows that something is
/// a recording.
void Rebuild::setKind(const FoundSession& found)
{
    if (sqlite::sessionKindOf(found.listed.kind) == conversation::SessionKind::Imported)
        return;
    m_connection.query("UPDATE sessions SET kind = ? WHERE key = ?")
        .bind(sqlite::wordOf(m_state.kind()), m_id.str())
        .run();
}

/// Every seq gets its event or a placeholder, as far as the numbers can be trusted.
Rebuild::Outcome Rebuild::writeEvents(const FoundSession& found, RecoveredSession& recovered)
{
    const sqlite::SessionNumber number{found.number};
    sqlite::Query row = m_connection.query(
        "SELECT id, kind, version, time, monotonic, payload, NULL, EXISTS (SELECT 1 FROM found_events AS beside"
        " WHERE beside.reading = found.reading AND beside.id IN (found.id - 1, found.id + 1))"
        " FROM found_events AS found WHERE reading = ? AND id > ? AND id < ? ORDER BY id");
    row.bind(found.reading, sqlite::beforeEvents(number), sqlite::afterEvents(number));
    Outcome written = Nothing{};
    while (written && row.next()) {
        Result<Event> event = sqlite::eventFrom(row, m_damagedPath);
        if (!event)
            continue; // its place is filled before the next
        constexpr int besideColumn = 7;
        const bool isVouchedFor = event->seq <= listedEnd(found) || row.number(besideColumn) != 0;
        if (event->seq.value > m_next.value + (isVouchedFor ? mostPlaces : longestGap)) {
            if (event->seq > listedEnd(found)) // else it is among those that are missing at the end
                ++recovered.lost;
            continue;
        }
        const EventSeq first{event->seq.value - sqlite::mergedBefore(row.view(1), row.view(5))};
        written = fillUntil(first, recovered)
                      .and_then([&](Nothing) { return addMerged(*event, recovered); })
                      .and_then([&](Nothing) { return add(std::move(*event)); });
        ++recovered.events;
    }
    return written ? fillEnd(listedEnd(found), recovered) : written;
}

/// Nothing after it must keep its number, so a long lost end is one placeholder that tells how many events there were.
Rebuild::Outcome Rebuild::fillEnd(EventSeq last, RecoveredSession& recovered)
{
    const std::int64_t missing = last.value - m_next.value + 1;
    if (missing <= longestGap)
        return fillUntil(last.next(), recovered);
    recovered.lost += missing;
    return add(lostEvent(m_next, m_time, m_title, missing));
}

/// Also adds the earlier events that its row stands for.
Rebuild::Outcome Rebuild::addMerged(const Event& row, RecoveredSession& recovered)
{
    Outcome written = Nothing{};
    for (; written && m_next < row.seq; ++recovered.events)
        written = add(sqlite::mergedEvent(m_next, row));
    return written;
}

Rebuild::Outcome Rebuild::fillUntil(EventSeq end, RecoveredSession& recovered)
{
    Outcome written = Nothing{};
    for (; written && m_next < end; ++recovered.lost)
        written = add(lostEvent(m_next, m_time, m_title, 1));
    return written;
}

Rebuild::Outcome Rebuild::add(Event event)
{
    m_next = event.seq.next();
    m_time = event.time;
    m_events.push_back(std::move(event));
    return m_events.size() < eventsPerWrite ? Outcome(Nothing{}) : flush();
}

Rebuild::Outcome Rebuild::flush()
{
    m_progressed(m_events.size());
    Result<std::vector<sqlite::StoredRecord>> records =
        sqlite::storedRecords(makeLogRecords(m_state, std::exchange(m_events, {})));
    if (!records)
        return tl::unexpected(records.error());
    return m_log.append(summaryOf(m_id, m_state), *records);
}

void Rebuild::fetchAttachments(RecoveredSession& recovered)
{
    std::vector<std::string> wanted;
    {
        sqlite::Query row = m_connection.query("SELECT hash FROM attachment_references"
                                               " JOIN sessions ON sessions.id = session WHERE key = ?");
        row.bind(recovered.id.str());
        while (row.next())
            wanted.push_back(row.text(0));
    }
    for (const std::string& hash : wanted) {
        std::optional<sqlite::NewAttachment> attachment = foundAttachment(hash);
        if (!attachment)
            attachment = m_kept.find(hash);
        if (!attachment)
            ++recovered.lostAttachments;
        else if (sqlite::writeAttachment(m_connection, *attachment))
            ++recovered.attachments;
    }
}

std::optional<sqlite::NewAttachment> Rebuild::foundAttachment(const std::string& hash)
{
    sqlite::Query row =
        m_connection.query("SELECT media_type, width, height, bytes FROM found_attachments WHERE hash = ?");
    if (!row.bind(hash).next())
        return std::nullopt;
    return sqlite::NewAttachment{std::string(row.view(3)), row.text(0), static_cast<std::int32_t>(row.number(1)),
                                 static_cast<std::int32_t>(row.number(2))};
}

} // namespace quarterdeck::storage::recover
