#include "storage/log/summary_row.h"

#include "model/conversation/json/event_json.h"
#include "storage/log/log_reader.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace quarterdeck::storage::sqlite {

using namespace session;
using nlohmann::json;

std::vector<std::string> tagsFromText(std::string_view text)
{
    std::vector<std::string> tags;
    const json array = json::parse(text, nullptr, false);
    if (!array.is_array())
        return tags;
    for (const json& tag : array)
        if (tag.is_string())
            tags.push_back(tag.get<std::string>());
    return tags;
}

void writeLabels(Connection& connection, SessionNumber session, const SessionLabels& labels)
{
    if (labels == SessionLabels{}) {
        connection.query("DELETE FROM labels WHERE session = ?").bind(session.value).run();
        return;
    }
    const std::string tags = json(labels.tags).dump(-1, ' ', false, json::error_handler_t::replace);
    Query row = connection.query("INSERT OR REPLACE INTO labels (session, title, tags, note, is_pinned, archived_at)"
                                 " VALUES (?, ?, ?, ?, ?, nullif(?, -1))");
    const std::int64_t archivedAt = labels.archivedAt ? labels.archivedAt->msSinceEpoch : -1;
    row.bind(session.value, labels.title, tags, labels.note, labels.isPinned ? 1 : 0, archivedAt).run();
}

bool isArchived(Connection& connection, SessionNumber session)
{
    Query row = connection.query("SELECT 1 FROM labels WHERE session = ? AND archived_at IS NOT NULL");
    return row.bind(session.value).next();
}

SessionLabels labelsFrom(const Query& row, int column)
{
    SessionLabels labels;
    labels.title = row.text(column);
    labels.tags = tagsFromText(row.view(column + 1));
    labels.note = row.text(column + 2);
    labels.isPinned = row.number(column + 3) != 0;
    if (!row.isNull(column + 4))
        labels.archivedAt = Timestamp{row.number(column + 4)};
    return labels;
}

namespace {

std::int64_t eventBytes(Connection& connection, std::int64_t session)
{
    Query row = connection.query("SELECT events FROM sizes WHERE session = ?");
    return row.bind(session).next() ? row.number(0) : 0;
}

} // namespace

std::vector<SessionSize> readSizes(Connection& connection)
{
    const bool hasSizes = readSchemaState(connection).version >= labelsVersion;
    Query row =
        connection.query("SELECT key, id,"
                         " (SELECT sum(size) FROM attachment_references AS mine JOIN attachments USING (hash)"
                         "  WHERE mine.session = sessions.id),"
                         " (SELECT sum(size) FROM attachment_references AS mine JOIN attachments USING (hash)"
                         "  WHERE mine.session = sessions.id AND EXISTS (SELECT * FROM attachment_references AS other"
                         "   WHERE other.hash = mine.hash AND other.session <> mine.session))"
                         " FROM sessions WHERE is_complete");
    std::vector<SessionSize> sizes;
    while (row.next())
        sizes.push_back({SessionId(row.text(0)), hasSizes ? eventBytes(connection, row.number(1)) : 0, row.number(2),
                         row.number(3)});
    return sizes;
}

using conversation::OpenQuestion;

namespace {

// In the order of summaryFrom, followed by the labels, or NULL.
#define QUARTERDECK_SUMMARY_COLUMNS                                                                                    \
    "key, sessions.title, kind, is_sample, source, run_state, started_at, last_activity, last_seq, message_count,"     \
    " round, cost, tokens, activity_line, open_questions, id"
#define QUARTERDECK_LABEL_COLUMNS ", labels.title, labels.tags, labels.note, labels.is_pinned, labels.archived_at"

/// What waits for the person: questions, and last how many messages are held, which earlier versions skip.
std::string waitingText(const SessionSummary& summary)
{
    json array = json::array();
    for (const OpenQuestion& open : summary.openQuestions)
        array.push_back({{"question", conversation::toJson(open.question)}, {"asked_seq", open.askedSeq.value}});
    if (summary.held > 0)
        array.push_back({{"held", summary.held}, {"from", summary.heldFrom}});
    return array.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// What cannot be read is left out: the session itself still has it.
void readWaiting(std::string_view text, SessionSummary& summary)
{
    if (text == "[]") // as of most sessions
        return;
    const json array = json::parse(text, nullptr, false);
    if (!array.is_array())
        return;
    for (const json& entry : array) {
        const auto held = entry.find("held");
        const auto from = entry.find("from");
        if (held != entry.end() && held->is_number_integer() && from != entry.end() && from->is_string()) {
            constexpr auto most = static_cast<std::int64_t>(conversation::mostHeld);
            summary.held = static_cast<std::int32_t>(std::clamp<std::int64_t>(held->get<std::int64_t>(), 0, most));
            summary.heldFrom = from->get<std::string>();
        }
        const auto question = entry.find("question");
        const auto askedSeq = entry.find("asked_seq");
        if (question == entry.end() || askedSeq == entry.end() || !askedSeq->is_number_integer())
            continue;
        Result<conversation::Question> read = conversation::questionFromJson(*question);
        if (read)
            summary.openQuestions.push_back({std::move(*read), {askedSeq->get<std::int64_t>()}});
        else
            qCWarning(storageLog, "an open question of the list cannot be read: %s", read.error().detail.c_str());
    }
}

/// What a damaged page hides is left out, so that the rest of the list still comes.
template <typename Read>
void unlessDamaged(const char* what, Read&& read)
{
    try {
        read();
    } catch (const SQLite::Exception& failure) {
        if (!isDamage(failure))
            throw;
        qCWarning(storageLog, "%s cannot be read for the list: %s", what, failure.what());
    }
}

/// The session's first event; empty if it cannot be read.
std::optional<Event> firstEventOf(Connection& connection, SessionNumber session)
{
    std::optional<Event> first;
    unlessDamaged("a session's first event", [&] {
        Query row = connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS " FROM events WHERE id = ?");
        if (!row.bind(eventId(session, {1})).next())
            return;
        if (Result<Event> event = eventFrom(row, connection.path()))
            first = std::move(*event);
    });
    return first;
}

struct NumberedSummary
{
    SessionNumber number;
    SessionSummary summary;
};

/// A row that was read individually.
struct ListedRow
{
    SessionSummary summary;
    bool isComplete = true;
};

NumberedSummary summaryFrom(const Query& row)
{
    SessionSummary summary;
    summary.id = SessionId(row.text(0));
    summary.title = row.text(1);
    summary.kind = sessionKindOf(row.view(2));
    summary.isSample = row.number(3) != 0;
    summary.isScripted = summary.kind == conversation::SessionKind::Demo;
    summary.source = row.text(4);
    summary.runState = runStateOf(row.view(5));
    summary.startedAt = {row.number(6)};
    summary.lastActivity = {row.number(7)};
    summary.lastSeq = {row.number(8)};
    summary.messageCount = row.number(9);
    summary.round = static_cast<std::int32_t>(row.number(10));
    summary.cost = row.real(11);
    summary.tokens = row.number(12);
    summary.activityLine = row.text(13);
    readWaiting(row.view(14), summary);
    const SessionNumber number{row.number(15)};
    if (row.isNull(16)) // nothing was said about it
        return {number, std::move(summary)};
    summary.labels = labelsFrom(row, 16);
    if (!summary.labels.title.empty())
        summary.title = summary.labels.title;
    return {number, std::move(summary)};
}

std::vector<NumberedSummary> readRows(Connection& connection)
{
    const bool hasLabels = readSchemaState(connection).version >= labelsVersion;
    Query row =
        connection.query(hasLabels ? "SELECT " QUARTERDECK_SUMMARY_COLUMNS QUARTERDECK_LABEL_COLUMNS
                                     " FROM sessions LEFT JOIN labels ON labels.session = sessions.id"
                                     " WHERE is_complete ORDER BY last_activity DESC, id DESC"
                                   : "SELECT " QUARTERDECK_SUMMARY_COLUMNS
                                     ", NULL FROM sessions WHERE is_complete ORDER BY last_activity DESC, id DESC");
    std::vector<NumberedSummary> summaries;
    while (row.next())
        summaries.push_back(summaryFrom(row));
    return summaries;
}

/// All sessions' keys and numbers are in an index, too.
std::vector<NumberedSummary> readKeys(Connection& connection)
{
    std::vector<NumberedSummary> keys;
    // Except those being removed (see SessionRemover), whose rows need not be readable.
    Query row = connection.query("SELECT id, key FROM sessions INDEXED BY sqlite_autoindex_sessions_1"
                                 " WHERE key >= char(2) ORDER BY key");
    while (row.next()) {
        SessionSummary summary;
        summary.id = SessionId(row.text(1));
        keys.push_back({{row.number(0)}, std::move(summary)});
    }
    return keys;
}

/// For a session whose row is unreadable: what its first event says, or just its key.
void tellLost(Connection& connection, NumberedSummary& lost)
{
    lost.summary.title = lost.summary.id.str();
    const std::optional<Event> first = firstEventOf(connection, lost.number);
    if (!first)
        return;
    ConversationState begun;
    begun.apply(*first);
    const SessionSummary told = summaryOf(lost.summary.id, begun);
    if (!told.title.empty())
        lost.summary.title = told.title;
    lost.summary.kind = told.kind;
    lost.summary.startedAt = told.startedAt;
    lost.summary.lastActivity = told.lastActivity;
}

/// For one session. Empty if the statement, with or without the labels, meets a damaged page.
std::optional<ListedRow> readOne(Connection& connection, SessionNumber session, bool areLabelsRead)
{
    std::optional<ListedRow> read;
    unlessDamaged("a session's row", [&] {
        Query row = connection.query(
            areLabelsRead ? "SELECT " QUARTERDECK_SUMMARY_COLUMNS QUARTERDECK_LABEL_COLUMNS ", is_complete"
                            " FROM sessions LEFT JOIN labels ON labels.session = sessions.id WHERE sessions.id = ?"
                          : "SELECT " QUARTERDECK_SUMMARY_COLUMNS ", NULL, is_complete FROM sessions WHERE id = ?");
        if (row.bind(session.value).next())
            read = {summaryFrom(row).summary, row.number(areLabelsRead ? 21 : 17) != 0};
    });
    return read;
}

/// If a page of the list is damaged, reads each row individually, so that only those on that page are missing.
std::vector<NumberedSummary> readRowByRow(Connection& connection)
{
    std::vector<NumberedSummary> summaries = readKeys(connection);
    const bool hasLabels = readSchemaState(connection).version >= labelsVersion;
    std::erase_if(summaries, [&](NumberedSummary& one) {
        std::optional<ListedRow> row;
        if (hasLabels)
            row = readOne(connection, one.number, true);
        if (!row)
            row = readOne(connection, one.number, false);
        if (row)
            one.summary = std::move(row->summary);
        else
            tellLost(connection, one);
        return row && !row->isComplete;
    });
    std::ranges::stable_sort(summaries, std::ranges::greater{},
                             [](const NumberedSummary& one) { return one.summary.lastActivity; });
    return summaries;
}

} // namespace

void insertSession(Connection& connection, const SessionSummary& summary)
{
    connection
        .query("INSERT INTO sessions (key, title, kind, is_sample, is_complete, source, run_state, started_at,"
               " last_activity, last_seq, message_count, round, cost, tokens, activity_line, open_questions)"
               " VALUES (?, '', ?, ?, ?, '', '', 0, 0, 0, 0, 0, 0.0, 0, '', '[]')")
        .bind(summary.id.str(), wordOf(summary.kind), summary.isSample ? 1 : 0, summary.isComplete ? 1 : 0)
        .run();
}

void updateSession(Connection& connection, SessionNumber session, EventSeq lastSeq, const SessionSummary& summary)
{
    const std::string waiting = waitingText(summary);
    connection
        .query("UPDATE sessions SET title = ?, source = ?, run_state = ?, started_at = ?, last_activity = ?,"
               " last_seq = ?, message_count = ?, round = ?, cost = ?, tokens = ?, activity_line = ?,"
               " open_questions = ? WHERE id = ?")
        .bind(summary.title, summary.source, wordOf(summary.runState), summary.startedAt.msSinceEpoch,
              summary.lastActivity.msSinceEpoch, lastSeq.value, summary.messageCount, summary.round, summary.cost,
              summary.tokens, summary.activityLine, waiting, session.value)
        .run();
}

void RecordingCache::tell(Connection& connection, SessionNumber session, SessionSummary& summary)
{
    auto known = m_known.find(summary.id);
    if (known == m_known.end() || known->second.startedAt != summary.startedAt) {
        const std::optional<Event> first = firstEventOf(connection, session);
        if (!first)
            return;
        ConversationState begun;
        begun.apply(*first);
        const SessionSummary told = summaryOf(summary.id, begun);
        known =
            m_known.insert_or_assign(summary.id, Told{summary.startedAt, told.isScripted, told.areTimesKnown}).first;
    }
    summary.isScripted = known->second.isScripted;
    summary.areTimesKnown = known->second.areTimesKnown;
    m_told.insert(*known);
}

void RecordingCache::forgetOthers()
{
    m_known = std::move(m_told);
    m_told.clear();
}

bool areTimesKnown(Connection& connection, SessionNumber session)
{
    const std::optional<Event> first = firstEventOf(connection, session);
    if (!first)
        return true;
    ConversationState begun;
    begun.apply(*first);
    return begun.areTimesKnown();
}

std::vector<SessionSummary> readSummaries(Connection& connection, RecordingCache& recordings)
{
    std::optional<std::vector<NumberedSummary>> rows;
    unlessDamaged("the list", [&] { rows = readRows(connection); });
    if (!rows)
        rows = readRowByRow(connection);
    std::vector<SessionSummary> summaries;
    summaries.reserve(rows->size());
    for (NumberedSummary& row : *rows) {
        if (row.summary.kind == conversation::SessionKind::Imported)
            recordings.tell(connection, row.number, row.summary);
        summaries.push_back(std::move(row.summary));
    }
    recordings.forgetOthers();
    return summaries;
}

std::optional<SessionSummary> readSummary(Connection& connection, SessionNumber session)
{
    std::optional<NumberedSummary> read;
    {
        Query row = connection.query("SELECT " QUARTERDECK_SUMMARY_COLUMNS ", NULL FROM sessions WHERE id = ?");
        if (!row.bind(session.value).next())
            return std::nullopt;
        read = summaryFrom(row);
    }
    if (read->summary.kind == conversation::SessionKind::Imported)
        RecordingCache().tell(connection, read->number, read->summary);
    return std::move(read->summary);
}

} // namespace quarterdeck::storage::sqlite
