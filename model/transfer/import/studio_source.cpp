#include "model/transfer/import/studio_source.h"

#include "model/formats/json/python_json.h"
#include "model/formats/read_limits.h"
#include "model/transfer/import/foreign_database.h"
#include "model/transfer/transfer_errors.h"

#include <QDateTime>
#include <QFileInfo>
#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <algorithm>
#include <optional>
#include <set>

namespace quarterdeck::transfer {

namespace {

/// Nobody else sees it, and it is gone with its connection.
SQLite::Database madeDatabase()
{
    SQLite::Database database("", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                  "CREATE TABLE runs (id TEXT PRIMARY KEY, row INTEGER) WITHOUT ROWID;"
                  "CREATE TABLE replies (id TEXT PRIMARY KEY, row INTEGER) WITHOUT ROWID;"
                  "CREATE TABLE messages (run INTEGER, row INTEGER, reply INTEGER, PRIMARY KEY (run, row))"
                  " WITHOUT ROWID;"
                  "BEGIN");
    return database;
}

void add(SQLite::Statement& to, const std::string& id, std::int64_t row)
{
    to.reset();
    to.bind(1, id);
    to.bind(2, row);
    to.exec();
}

} // namespace

StudioRows::StudioRows()
    : m_database(madeDatabase())
    , m_addRun(m_database, "INSERT OR IGNORE INTO runs VALUES (?, ?)")
    , m_addReply(m_database, "INSERT OR IGNORE INTO replies VALUES (?, ?)")
    , m_addMessage(m_database, "INSERT INTO messages VALUES (?, ?, ?)")
    , m_findRun(m_database, "SELECT row FROM runs WHERE id = ?")
    , m_findReply(m_database, "SELECT row FROM replies WHERE id = ?")
    , m_messages(m_database, "SELECT row, reply FROM messages WHERE run = ? ORDER BY row")
{ }

void StudioRows::addRun(const std::string& id, std::int64_t row) { add(m_addRun, id, row); }

void StudioRows::addReply(const std::string& id, std::int64_t row) { add(m_addReply, id, row); }

bool StudioRows::addMessage(const std::string& run, const std::string& reply, std::int64_t row)
{
    constexpr int replyColumn = 3;
    const std::optional<std::int64_t> of = find(m_findRun, run);
    if (!of) {
        return false;
    }
    m_addMessage.reset();
    m_addMessage.bind(1, *of);
    m_addMessage.bind(2, row);
    if (const std::optional<std::int64_t> answered = find(m_findReply, reply)) {
        m_addMessage.bind(replyColumn, *answered);
    } else {
        m_addMessage.bind(replyColumn);
    }
    m_addMessage.exec();
    return true;
}

std::optional<std::int64_t> StudioRows::find(SQLite::Statement& in, const std::string& id)
{
    in.reset();
    in.bind(1, id);
    return in.executeStep() ? std::optional(in.getColumn(0).getInt64()) : std::nullopt;
}

void StudioRows::enter(std::int64_t run)
{
    m_messages.reset();
    m_messages.bind(1, run);
}

std::optional<StudioRows::Message> StudioRows::next()
{
    if (m_messages.isDone() || !m_messages.executeStep()) {
        return std::nullopt;
    }
    Message message{m_messages.getColumn(0).getInt64()};
    if (!m_messages.isColumnNull(1)) {
        message.reply = m_messages.getColumn(1).getInt64();
    }
    return message;
}

using nlohmann::json;
using session::Result;

namespace {

/// "x", "y": the columns of a table.
std::string listOf(const std::set<std::string>& columns)
{
    std::string list;
    for (const std::string& column : columns) {
        list += (list.empty() ? "" : ", ") + quoted(column);
    }
    return list;
}

/// The first of these that is a column.
std::string oneOf(const std::set<std::string>& columns, std::initializer_list<const char*> names)
{
    const auto* found = std::ranges::find_if(names, [&](const char* name) { return columns.contains(name); });
    return found == names.end() ? std::string() : *found;
}

json valueOf(const SQLite::Column& column)
{
    if (column.isNull()) {
        return nullptr;
    }
    if (column.isInteger()) {
        return column.getInt64();
    }
    return column.isFloat() ? json(column.getDouble()) : json(column.getString());
}

/// The columns of a row that belong to this table, by name.
json rowOf(SQLite::Statement& row, int from, int to)
{
    json object = json::object();
    for (int i = from; i < to; ++i) {
        object[row.getColumnName(i)] = valueOf(row.getColumn(i));
    }
    return object;
}

/// A foreign name, on one line and short enough to print.
std::string shownName(const std::string& name)
{
    constexpr qsizetype most = 60;
    const QString whole = QString::fromStdString(name).simplified();
    const qsizetype end = whole.size() > most && whole.at(most - 1).isHighSurrogate() ? most - 1 : most;
    return (whole.size() > most ? whole.left(end) + QChar(u'…') : whole).toStdString();
}

/// How many rows a table has, up to a limit; empty if it is damaged, which is no reason to give up on the rest.
std::optional<std::int64_t> rowsOf(SQLite::Database& database, const std::string& table, int most)
{
    try {
        SQLite::Statement rows(database, "SELECT count(*) FROM (SELECT 1 FROM " + quoted(table) + " LIMIT ?)");
        rows.bind(1, most);
        return rows.executeStep() ? rows.getColumn(0).getInt64() : 0;
    } catch (const SQLite::Exception&) {
        return std::nullopt;
    }
}

/// The row's text as a JSON value of a line. If it is not JSON it becomes a string: an error would name the line's
/// number, which nobody could look up.
std::string valueTextOf(const std::string& msg)
{
    const bool isJson = json::accept(msg) || formats::python_json::parse(msg, {});
    return isJson ? onOneLine(msg) : json(msg).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string lineOf(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace) + '\n'; }

} // namespace

bool StudioSource::isDatabase(const std::string& path) { return !databaseHeader(path).isEmpty(); }

bool StudioSource::isStudio(const std::string& path)
{
    return isDatabaseWith(path, [](ForeignDatabase& database) {
        return database.columnsOf("run_table").contains("id") && database.columnsOf("message_table").contains("msg");
    });
}

StudioSource::StudioSource(const ImportFile& file, GoesOn goesOn) : ProgramDatabaseSource(file, std::move(goesOn)) { }

StudioSource::~StudioSource() = default;

Result<std::unique_ptr<StudioSource>> StudioSource::open(const ImportFile& file, const GoesOn& goesOn)
{
    std::unique_ptr<StudioSource> source(new StudioSource(file, goesOn));
    if (auto error = source->openCopy()) {
        return tl::unexpected(std::move(*error));
    }
    if (!source->m_runs) {
        return tl::unexpected(errors::foreignDatabase(source->name()));
    }
    return source;
}

/// What a table says more than once (pages of a tree that share what is below them) has no end. Throws.
void StudioSource::count(std::size_t bytes)
{
    constexpr std::int64_t most = 2; // texts of two bytes a character may take three
    m_read += static_cast<std::int64_t>(bytes);
    if (m_read > most * size()) {
        throw SQLite::Exception("more comes out of the file than it has", SQLITE_CORRUPT);
    }
}

/// Reads two columns of a whole table, row by row.
void StudioSource::forEachRow(const std::string& table, const std::string& first, const std::string& second,
                              const std::function<void(std::int64_t row, SQLite::Statement& of)>& call)
{
    SQLite::Statement rows(database(),
                           "SELECT rowid, " + quoted(first) + ", " + quoted(second) + " FROM " + table
                               + " NOT INDEXED ORDER BY rowid");
    std::optional<std::int64_t> last;
    m_read = 0;
    while (rows.executeStep()) {
        const std::int64_t row = rows.getColumn(0).getInt64();
        if (last && row <= *last) {
            throw SQLite::Exception("a row comes twice", SQLITE_CORRUPT);
        }
        last = row;
        count(static_cast<std::size_t>(rows.getColumn(1).getBytes()) + 1);
        count(static_cast<std::size_t>(rows.getColumn(2).getBytes()));
        call(row, rows);
    }
    m_read = 0;
}

/// Finds what belongs together.
void StudioSource::findRows(const std::string& run, const std::string& reply)
{
    forEachRow("run_table", "id", "id", [&](std::int64_t row, SQLite::Statement& of) {
        if (!of.isColumnNull(1)) {
            m_rows->addRun(of.getColumn(1).getString(), row);
        }
    });
    if (!reply.empty()) {
        forEachRow("reply_table", "replyId", "replyId", [&](std::int64_t row, SQLite::Statement& of) {
            m_rows->addReply(of.getColumn(1).getString(), row);
        });
    }
    std::int64_t alone = 0;
    forEachRow("message_table", run, reply.empty() ? run : reply, [&](std::int64_t row, SQLite::Statement& of) {
        const bool isKnown = !of.isColumnNull(1)
            && m_rows->addMessage(of.getColumn(1).getString(), reply.empty() ? "" : of.getColumn(2).getString(), row);
        alone += isKnown ? 0 : 1;
    });
    if (alone > 0) { // they belong to no session, since a session is a run
        m_leftOut += (m_leftOut.empty() ? "" : " ") + errors::messagesWithoutRun(name(), alone);
    }
}

void StudioSource::prepare()
{
    const auto runs = columnsOf("run_table");
    const auto messages = columnsOf("message_table");
    const auto replies = columnsOf("reply_table");
    const std::string run = oneOf(messages, {"run_id", "runId"});
    if (!runs.contains("id") || !messages.contains("id") || !messages.contains("msg") || run.empty()
        || hasOwnRowNumber(runs) || hasOwnRowNumber(messages) || hasOwnRowNumber(replies)) {
        return;
    }
    m_leftOut = tablesLeftOut();
    const std::string reply = replies.contains("replyId") ? oneOf(messages, {"replyId", "reply_id"}) : std::string();
    m_rows = std::make_unique<StudioRows>();
    findRows(run, reply);
    m_runs = std::make_unique<SQLite::Statement>(
        database(), "SELECT rowid, " + listOf(runs) + " FROM run_table NOT INDEXED ORDER BY rowid");
    // A message that grew keeps its row, so rows are in the order in which messages began.
    m_message = std::make_unique<SQLite::Statement>(database(),
                                                    "SELECT id, msg FROM message_table NOT INDEXED WHERE rowid = ?");
    if (!reply.empty()) {
        m_reply = std::make_unique<SQLite::Statement>(
            database(), "SELECT " + listOf(replies) + " FROM reply_table NOT INDEXED WHERE rowid = ?");
    }
}

/// Tables with other data: call traces, texts waiting for agents, and whatever a newer Studio keeps.
std::string StudioSource::tablesLeftOut()
{
    constexpr std::size_t mostNamed = 20;
    constexpr int mostCounted = 10'000;
    const std::set<std::string> read = {"run_table", "message_table", "reply_table", "migrations"};
    std::string named;
    std::size_t count = 0;
    for (const std::string& table : tables()) {
        if (read.contains(table)) {
            continue;
        }
        if (count == mostNamed || !goesOn()) {
            break;
        }
        const std::optional<std::int64_t> rows = rowsOf(database(), table, mostCounted + 1);
        if (rows != 0) {
            named += (named.empty() ? "" : ", ") + shownName(table);
            named += !rows            ? ""
                : *rows > mostCounted ? " (" + std::to_string(mostCounted) + "+)"
                                      : " (" + std::to_string(*rows) + ")";
            ++count;
        }
    }
    return named.empty() ? std::string() : errors::tablesLeftOut(name(), named);
}

std::string StudioSource::nextRun()
{
    if (!m_runs->executeStep()) {
        return {};
    }
    const json run = rowOf(*m_runs, 1, m_runs->getColumnCount());
    m_rows->enter(m_runs->getColumn(0).getInt64());
    m_isInRun = true;
    std::string line = lineOf({{"studio_run", run}});
    count(line.size() / 2); // names of columns, and escapes, are not the file's
    return line;
}

/// The columns of the answer that a message belongs to.
json StudioSource::replyIn(std::int64_t row)
{
    constexpr std::size_t large = 4096; // what is smaller may stand beside every message of its reply
    m_reply->reset();
    m_reply->bind(1, row);
    if (!m_reply->executeStep()) {
        return nullptr;
    }
    json reply = rowOf(*m_reply, 0, m_reply->getColumnCount());
    const std::size_t bytes = lineOf(reply).size();
    count(bytes > large ? bytes : 0);
    return reply;
}

std::string StudioSource::messageIn(const StudioRows::Message& message)
{
    m_message->reset();
    m_message->bind(1, message.row);
    if (!m_message->executeStep()) {
        throw SQLite::Exception("a row cannot be found again", SQLITE_CORRUPT);
    }
    json beside = {{"id", valueOf(m_message->getColumn(0))}};
    if (json reply = message.reply ? replyIn(*message.reply) : json(); !reply.is_null()) {
        beside["reply"] = std::move(reply);
    }
    const std::string msg = m_message->getColumn(1).getString();
    count(msg.size());
    return "{\"studio_message\": " + valueTextOf(msg) + ", " + lineOf(beside).substr(1);
}

std::string StudioSource::lineOfRows()
{
    const std::optional<StudioRows::Message> message = m_isInRun ? m_rows->next() : std::nullopt;
    std::string line = message ? messageIn(*message) : nextRun();
    m_given = std::min(m_given + static_cast<std::int64_t>(line.size()), size());
    return line;
}

void StudioSource::rewindRows()
{
    (void)m_runs->tryReset(); // may repeat the error of the last step, and is reset all the same
    m_isInRun = false;
    m_given = 0;
    m_read = 0;
}

} // namespace quarterdeck::transfer
