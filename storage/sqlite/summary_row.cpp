#include "sqlite/summary_row.h"

#include "conversation/event_json.h"
#include "sqlite/event_reader.h"
#include "sqlite/labels_row.h"
#include "sqlite/logging.h"
#include "sqlite/schema.h"
#include "sqlite/words.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::storage::sqlite {

using namespace session;
using conversation::OpenQuestion;
using nlohmann::json;

namespace {

// Their order is that of summaryFrom, where the labels follow, or NULL.
#define QUARTERDECK_SUMMARY_COLUMNS                                                                                    \
    "key, sessions.title, kind, is_sample, source, run_state, started_at, last_activity, last_seq, message_count,"     \
    " round, cost, tokens, activity_line, open_questions, id"

std::string questionsText(const std::vector<OpenQuestion>& questions)
{
    json array = json::array();
    for (const OpenQuestion& open : questions)
        array.push_back({{"question", conversation::toJson(open.question)}, {"asked_seq", open.askedSeq.value}});
    return array.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// What cannot be read is left out: the session itself still holds it.
std::vector<OpenQuestion> questionsFromText(std::string_view text)
{
    std::vector<OpenQuestion> questions;
    if (text == "[]") // as of most sessions
        return questions;
    const json array = json::parse(text, nullptr, false);
    if (!array.is_array())
        return questions;
    for (const json& entry : array) {
        const auto question = entry.find("question");
        const auto askedSeq = entry.find("asked_seq");
        if (question == entry.end() || askedSeq == entry.end() || !askedSeq->is_number_integer())
            continue;
        Result<conversation::Question> read = conversation::questionFromJson(*question);
        if (read)
            questions.push_back({std::move(*read), {askedSeq->get<std::int64_t>()}});
        else
            qCWarning(storageLog, "an open question of the list cannot be read: %s", read.error().detail.c_str());
    }
    return questions;
}

/// The row's kind hides what a recording was where it was written: its first event tells. One that cannot be read is
/// left alone, so that the list comes all the same.
void tellRecording(Connection& connection, SessionNumber session, SessionSummary& summary)
{
    Query row = connection.query("SELECT " QUARTERDECK_EVENT_COLUMNS " FROM events WHERE id = ?");
    if (!row.bind(eventId(session, {1})).next())
        return;
    const Result<Event> first = eventFrom(row, connection.path());
    if (!first)
        return;
    ConversationState begun;
    begun.apply(*first);
    const SessionSummary told = summaryOf(summary.id, begun);
    summary.isScripted = told.isScripted;
    summary.areTimesKnown = told.areTimesKnown;
}

SessionSummary summaryFrom(Connection& connection, const Query& row)
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
    summary.openQuestions = questionsFromText(row.view(14));
    if (summary.kind == conversation::SessionKind::Imported)
        tellRecording(connection, {row.number(15)}, summary);
    if (row.isNull(16)) // nothing was said about it
        return summary;
    summary.labels = labelsFrom(row, 16);
    if (!summary.labels.title.empty())
        summary.title = summary.labels.title;
    return summary;
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
    const std::string questions = questionsText(summary.openQuestions);
    connection
        .query("UPDATE sessions SET title = ?, source = ?, run_state = ?, started_at = ?, last_activity = ?,"
               " last_seq = ?, message_count = ?, round = ?, cost = ?, tokens = ?, activity_line = ?,"
               " open_questions = ? WHERE id = ?")
        .bind(summary.title, summary.source, wordOf(summary.runState), summary.startedAt.msSinceEpoch,
              summary.lastActivity.msSinceEpoch, lastSeq.value, summary.messageCount, summary.round, summary.cost,
              summary.tokens, summary.activityLine, questions, session.value)
        .run();
}

std::vector<SessionSummary> readSummaries(Connection& connection)
{
    const bool hasLabels = readSchemaState(connection).version >= labelsVersion;
    Query row =
        connection.query(hasLabels ? "SELECT " QUARTERDECK_SUMMARY_COLUMNS
                                     ", labels.title, labels.tags, labels.note, labels.is_pinned, labels.archived_at"
                                     " FROM sessions LEFT JOIN labels ON labels.session = sessions.id"
                                     " WHERE is_complete ORDER BY last_activity DESC, id DESC"
                                   : "SELECT " QUARTERDECK_SUMMARY_COLUMNS
                                     ", NULL FROM sessions WHERE is_complete ORDER BY last_activity DESC, id DESC");
    std::vector<SessionSummary> summaries;
    while (row.next())
        summaries.push_back(summaryFrom(connection, row));
    return summaries;
}

std::optional<SessionSummary> readSummary(Connection& connection, SessionNumber session)
{
    Query row = connection.query("SELECT " QUARTERDECK_SUMMARY_COLUMNS ", NULL FROM sessions WHERE id = ?");
    if (!row.bind(session.value).next())
        return std::nullopt;
    return summaryFrom(connection, row);
}

} // namespace quarterdeck::storage::sqlite
