#include "model/transfer/import/studio_rows.h"

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

} // namespace quarterdeck::transfer
