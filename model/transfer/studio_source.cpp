#include "studio_source.h"

#include "foreign_database.h"
#include "sentences.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

namespace quarterdeck::transfer {

using nlohmann::json;
using session::Result;

namespace {

constexpr const char* magic = "SQLite format 3";

std::string quoted(const std::string& name)
{
    std::string text = "\"";
    for (const char c : name) {
        text += c == '"' ? "\"\"" : std::string(1, c);
    }
    return text + '"';
}

/// "a"."x", "a"."y": what a table has, by name.
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

/// Those columns of a row that belong to this table, by their names.
json rowOf(SQLite::Statement& row, int from, int to)
{
    json object = json::object();
    for (int i = from; i < to; ++i) {
        object[row.getColumnName(i)] = valueOf(row.getColumn(i));
    }
    return object;
}

std::string lineOf(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace) + '\n'; }

void copyBeside(const QString& from, const QString& to, const char* ending)
{
    const QString log = from + QLatin1String(ending);
    if (QFileInfo::exists(log)) {
        QFile::copy(log, to + QLatin1String(ending));
    }
}

} // namespace

bool StudioSource::isDatabase(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return QFileInfo(file.fileName()).isFile() && file.open(QIODevice::ReadOnly)
        && file.read(static_cast<qint64>(std::strlen(magic))) == magic;
}

StudioSource::StudioSource() = default;
StudioSource::~StudioSource() = default;

Result<std::unique_ptr<StudioSource>> StudioSource::open(const ImportFile& file)
{
    std::unique_ptr<StudioSource> source(new StudioSource);
    const QString path = QString::fromStdString(file.path);
    const QString copy = source->m_folder.filePath(QStringLiteral("database.sqlite"));
    QFile original(path);
    if (!source->m_folder.isValid() || !original.copy(copy)) {
        return tl::unexpected(sentences::notReadable(file.path, original.errorString().toStdString()));
    }
    QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
    copyBeside(path, copy, "-wal"); // what a Studio that runs has not moved into the file yet
    const QFileInfo info(path);
    source->m_name = info.fileName().toStdString();
    source->m_modified = file.modified.value_or(Timestamp{info.lastModified().toMSecsSinceEpoch()});
    source->m_size = info.size();
    try {
        source->m_database = std::make_unique<SQLite::Database>(copy.toStdString(), SQLite::OPEN_READWRITE);
        source->prepare();
    } catch (const std::exception& error) {
        return tl::unexpected(sentences::notReadable(file.path, error.what()));
    }
    if (!source->m_messages) {
        return tl::unexpected(sentences::foreignDatabase(source->m_name));
    }
    return source;
}

void StudioSource::prepare()
{
    beCautious(*m_database);
    const auto runs = columnsOf(*m_database, "run_table");
    const auto messages = columnsOf(*m_database, "message_table");
    const auto replies = columnsOf(*m_database, "reply_table");
    const std::string run = oneOf(messages, {"run_id", "runId"});
    if (!runs.contains("id") || !messages.contains("id") || !messages.contains("msg") || run.empty()) {
        return;
    }
    m_runs = std::make_unique<SQLite::Statement>(
        *m_database, "SELECT " + listOf("run_table", runs) + " FROM run_table ORDER BY run_table.rowid");
    const std::string reply = oneOf(messages, {"replyId", "reply_id"});
    const bool hasReplies = !reply.empty() && replies.contains("replyId");
    // A message that grew keeps its row, so rows stand in the order in which messages began.
    m_messages = std::make_unique<SQLite::Statement>(
        *m_database,
        "SELECT message_table.id, message_table.msg" + (hasReplies ? ", " + listOf("reply_table", replies) : "")
            + " FROM message_table"
            + (hasReplies ? " LEFT JOIN reply_table ON reply_table.replyId = message_table." + quoted(reply) : "")
            + " WHERE message_table." + quoted(run) + " = ? ORDER BY message_table.rowid");
}

bool StudioSource::toNextRun()
{
    if (!m_runs->executeStep()) {
        return false;
    }
    const json run = rowOf(*m_runs, 0, m_runs->getColumnCount());
    m_messages->reset();
    m_messages->bind(1, run.at("id").is_string() ? run.at("id").get<std::string>() : run.at("id").dump());
    m_isInRun = true;
    m_line = lineOf({{"studio_run", run}});
    return true;
}

bool StudioSource::toNextLine()
{
    m_at = 0;
    if (!m_isInRun) {
        return toNextRun();
    }
    if (!m_messages->executeStep()) {
        return toNextRun();
    }
    // As it stands there: whoever reads the line knows how deep JSON may be.
    std::string msg = m_messages->getColumn(1).getString();
    std::ranges::replace_if(
        msg, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    json beside = {{"id", valueOf(m_messages->getColumn(0))}};
    if (json reply = rowOf(*m_messages, 2, m_messages->getColumnCount()); !reply.empty()) {
        beside["reply"] = std::move(reply);
    }
    m_line = "{\"studio_message\": " + msg + ", " + lineOf(beside).substr(1);
    return true;
}

Result<std::size_t> StudioSource::read(char* to, std::size_t most)
{
    try {
        if (m_at >= m_line.size() && !toNextLine()) {
            m_line.clear();
            return 0;
        }
    } catch (const std::exception& error) {
        return tl::unexpected(sentences::notReadable(m_name, error.what()));
    }
    const std::size_t count = std::min(most, m_line.size() - m_at);
    std::memcpy(to, m_line.data() + m_at, count);
    m_at += count;
    m_given = std::min(m_given + static_cast<std::int64_t>(count), m_size);
    return count;
}

Result<std::size_t> StudioSource::rewind()
{
    m_runs->reset();
    m_messages->reset();
    m_isInRun = false;
    m_line.clear();
    m_at = 0;
    m_given = 0;
    return 0;
}

Result<std::string> StudioSource::attachment(const std::string& folder, const formats::AttachmentHash& hash,
                                             std::int64_t /*most*/) const
{
    return tl::unexpected(sentences::noSuchFile(folder + "/" + hash.str()));
}

} // namespace quarterdeck::transfer
