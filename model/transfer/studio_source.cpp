#include "studio_source.h"

#include "foreign_database.h"
#include "formats/python_json.h"
#include "formats/read_limits.h"
#include "sentences.h"

#include <QDateTime>
#include <QFileInfo>
#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sqlite3.h>

namespace quarterdeck::transfer {

using nlohmann::json;
using session::Result;

namespace {

std::string quoted(const std::string& name)
{
    std::string text = "\"";
    for (const char c : name) {
        text += c == '"' ? "\"\"" : std::string(1, c);
    }
    return text + '"';
}

/// "a"."x", "a"."y": the columns of a table.
std::string listOf(const std::string& table, const std::set<std::string>& columns)
{
    std::string list;
    for (const std::string& column : columns) {
        list += (list.empty() ? "" : ", ") + quoted(table) + "." + quoted(column);
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

/// Damage will still be there at the next attempt; anything else may pass.
session::Error errorOf(const std::string& file, const std::exception& cause)
{
    const auto* failure = dynamic_cast<const SQLite::Exception*>(&cause);
    const int code = failure != nullptr ? failure->getErrorCode() & 0xff : SQLITE_OK;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? sentences::damagedDatabase(file, cause.what())
                                                           : sentences::notReadable(file, cause.what());
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

bool hasTables(const std::string& path, int flags)
{
    try {
        SQLite::Database database(path, flags);
        beCautious(database);
        return columnsOf(database, "run_table").contains("id") && columnsOf(database, "message_table").contains("msg");
    } catch (const std::exception&) {
        return false;
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
    if (!isDatabase(path)) {
        return false;
    }
    const QString whole = QFileInfo(QString::fromStdString(path)).absoluteFilePath();
    if (hasTables(addressOf(whole), SQLite::OPEN_READONLY | SQLite::OPEN_URI)) {
        return true;
    }
    constexpr qint64 longest = qint64{64} << 20; // what is in the file by then has the tables
    const qint64 logSize = QFileInfo(whole + QStringLiteral("-wal")).size();
    if (logSize == 0 || logSize + QFileInfo(whole).size() > longest) {
        return false;
    }
    if (QFileInfo::exists(whole + QStringLiteral("-shm"))) {
        return hasTables(whole.toStdString(), SQLite::OPEN_READONLY);
    }
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("copy.sqlite"));
    return folder.isValid() && copyDatabase(whole, copy, [] { return true; })
        && hasTables(copy.toStdString(), SQLite::OPEN_READWRITE);
}

StudioSource::StudioSource(const ImportFile& file) : DatabaseSource(file) { }

StudioSource::~StudioSource() = default;

Result<std::unique_ptr<StudioSource>> StudioSource::open(const ImportFile& file, const GoesOn& goesOn)
{
    std::unique_ptr<StudioSource> source(new StudioSource(file));
    const QString path = QString::fromStdString(file.path);
    const QString copy = source->pathForCopy();
    if (!source->canCopy()) {
        return tl::unexpected(sentences::noFolderForCopy(file.path));
    }
    if (const auto copied = copyDatabase(path, copy, goesOn); !copied) {
        return tl::unexpected(copied.error());
    }
    try {
        source->use(std::make_unique<SQLite::Database>(copy.toStdString(), SQLite::OPEN_READWRITE));
        source->prepare();
    } catch (const std::exception& error) {
        return tl::unexpected(errorOf(file.path, error));
    }
    if (!source->m_messages) {
        return tl::unexpected(sentences::foreignDatabase(source->name()));
    }
    return source;
}

void StudioSource::prepare()
{
    const auto runs = columnsOf(database(), "run_table");
    const auto messages = columnsOf(database(), "message_table");
    const auto replies = columnsOf(database(), "reply_table");
    const std::string run = oneOf(messages, {"run_id", "runId"});
    if (!runs.contains("id") || !messages.contains("id") || !messages.contains("msg") || run.empty()) {
        return;
    }
    m_leftOut = tablesLeftOut();
    if (const std::int64_t count = messagesWithoutRun(run); count > 0) {
        m_leftOut += (m_leftOut.empty() ? "" : " ") + sentences::messagesWithoutRun(name(), count);
    }
    m_runs = std::make_unique<SQLite::Statement>(
        database(), "SELECT " + listOf("run_table", runs) + " FROM run_table ORDER BY run_table.rowid");
    const std::string reply = oneOf(messages, {"replyId", "reply_id"});
    const bool hasReplies = !reply.empty() && replies.contains("replyId");
    // A message that grew keeps its row, so rows are in the order in which messages began.
    m_messages = std::make_unique<SQLite::Statement>(
        database(),
        "SELECT message_table.id, message_table.msg" + (hasReplies ? ", " + listOf("reply_table", replies) : "")
            + " FROM message_table"
            + (hasReplies ? " LEFT JOIN reply_table ON reply_table.replyId = message_table." + quoted(reply) : "")
            + " WHERE message_table." + quoted(run) + " = ? ORDER BY message_table.rowid");
}

/// Tables with other data: call traces, texts waiting for agents, and whatever a newer Studio keeps.
std::string StudioSource::tablesLeftOut()
{
    constexpr std::size_t mostNamed = 20;
    constexpr int mostCounted = 10'000;
    const std::set<std::string> read = {"run_table", "message_table", "reply_table", "migrations"};
    SQLite::Statement tables(database(),
                             "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
                             " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name");
    std::string named;
    for (std::size_t count = 0; count < mostNamed && tables.executeStep();) {
        const std::string table = tables.getColumn(0).getString();
        if (read.contains(table)) {
            continue;
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
    return named.empty() ? std::string() : sentences::tablesLeftOut(name(), named);
}

/// They belong to no session, since a session is a run.
std::int64_t StudioSource::messagesWithoutRun(const std::string& runColumn)
{
    try {
        SQLite::Statement rows(database(),
                               "SELECT count(*) FROM message_table LEFT JOIN run_table ON run_table.id = message_table."
                                   + quoted(runColumn) + " WHERE run_table.id IS NULL");
        return rows.executeStep() ? rows.getColumn(0).getInt64() : 0;
    } catch (const SQLite::Exception&) {
        return 0; // whoever reads the messages says that they are damaged
    }
}

std::string StudioSource::nextRun()
{
    if (!m_runs->executeStep()) {
        return {};
    }
    const json run = rowOf(*m_runs, 0, m_runs->getColumnCount());
    m_messages->reset();
    m_messages->bind(1, run.at("id").is_string() ? run.at("id").get<std::string>() : run.at("id").dump());
    m_isInRun = true;
    return lineOf({{"studio_run", run}});
}

std::string StudioSource::nextLine()
{
    const bool isMessage = m_isInRun && m_messages->executeStep();
    std::string line;
    if (isMessage) {
        json beside = {{"id", valueOf(m_messages->getColumn(0))}};
        if (json reply = rowOf(*m_messages, 2, m_messages->getColumnCount()); !reply.empty()) {
            beside["reply"] = std::move(reply);
        }
        const std::string msg = valueTextOf(m_messages->getColumn(1).getString());
        line = "{\"studio_message\": " + msg + ", " + lineOf(beside).substr(1);
    } else {
        line = nextRun();
    }
    m_given = std::min(m_given + static_cast<std::int64_t>(line.size()), size());
    return line;
}

void StudioSource::startOver()
{
    // Either may repeat the error of the last step, and is reset all the same.
    (void)m_runs->tryReset();
    (void)m_messages->tryReset();
    m_isInRun = false;
    m_given = 0;
}

session::Error StudioSource::failure(const std::exception& cause) const { return errorOf(name(), cause); }

Result<std::string> StudioSource::attachment(const std::string& folder, const formats::AttachmentHash& hash,
                                             std::int64_t /*most*/) const
{
    return tl::unexpected(sentences::noSuchFile(folder + "/" + hash.str()));
}

} // namespace quarterdeck::transfer
