#include "storage/sqlite/connection.h"

#include "storage/search/text_index.h"
#include "storage/sqlite/sqlite_errors.h"

#include <QByteArray>
#include <QUrl>
#include <sqlite3.h>

#include <algorithm>
#include <utility>

namespace quarterdeck::storage::sqlite {

namespace {

constexpr int busyTimeoutMs = 5000;

int flagsOf(Mode mode)
{
    const int access = mode == Mode::Write ? SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE : SQLite::OPEN_READONLY;
    return access | SQLite::OPEN_NOMUTEX | SQLite::OPEN_URI;
}

/// Always a URI, so that a path starting with "file:" is no special case.
std::string addressOf(const std::string& path, Mode mode)
{
    const QByteArray encoded = QUrl::toPercentEncoding(QString::fromStdString(path), "/");
    std::string address = "file:" + encoded.toStdString();
    if (mode == Mode::ReadImmutable)
        address += "?immutable=1";
    return address;
}

/// A value that is read without the rest of its row. Throws SQLite::Exception.
class Blob
{
public:
    Blob(sqlite3* database, const char* table, const char* column, std::int64_t row) : m_database(database)
    {
        sqlite3_blob* opened = nullptr;
        const int status = sqlite3_blob_open(database, "main", table, column, row, 0, &opened);
        m_blob.reset(opened);
        check(status);
    }
    [[nodiscard]] int size() const { return sqlite3_blob_bytes(m_blob.get()); }
    [[nodiscard]] std::string part(int first, int count) const
    {
        std::string bytes(static_cast<std::size_t>(count), '\0');
        check(sqlite3_blob_read(m_blob.get(), bytes.data(), count, first));
        return bytes;
    }

private:
    void check(int status) const
    {
        if (status != SQLITE_OK)
            throw SQLite::Exception(m_database, status);
    }

    sqlite3* m_database;
    std::unique_ptr<sqlite3_blob, int (*)(sqlite3_blob*)> m_blob{nullptr, sqlite3_blob_close};
};

} // namespace

Connection::Connection(const std::string& path, Mode mode, const std::string& copy)
    : m_path(path)
    , m_wall(copy.empty() ? path : copy,
             mode == Mode::Write ? session::ConfinedDatabase::Use::Write : session::ConfinedDatabase::Use::Read)
    , m_database(addressOf(copy.empty() ? path : copy, mode), flagsOf(mode), busyTimeoutMs,
                 session::ConfinedDatabase::vfs())
{
    execute("PRAGMA mmap_size = 0; PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON");
    if (mode != Mode::Write)
        execute("PRAGMA query_only = ON");
    registerTokenizer(m_database);
}

Query Connection::query(const char* sql)
{
    std::unique_ptr<SQLite::Statement>& statement = m_statements[sql];
    if (!statement)
        statement = std::make_unique<SQLite::Statement>(m_database, sql);
    return Query(*statement);
}

void Connection::setLogKept(bool isKept)
{
    sqlite3_db_config(m_database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isKept ? 1 : 0, nullptr);
}

void Connection::interruptOn(const std::stop_token& stop)
{
    constexpr int instructionsBetween = 10'000;
    m_stop = stop;
    sqlite3_progress_handler(
        m_database.getHandle(), instructionsBetween,
        [](void* token) { return static_cast<std::stop_token*>(token)->stop_requested() ? 1 : 0; }, &m_stop);
}

std::int64_t Connection::pragma(const char* name)
{
    return m_database.execAndGet(std::string("PRAGMA ") + name).getInt64();
}

std::string Connection::blobPart(const char* table, const char* column, std::int64_t row, std::int64_t first,
                                 std::int64_t count)
{
    const Blob blob(m_database.getHandle(), table, column, row);
    return blob.part(static_cast<int>(first), static_cast<int>(count));
}

void Connection::visitBlob(const char* table, const char* column, std::int64_t row,
                           const std::function<bool(std::string_view)>& visit)
{
    constexpr int piece = 1 << 20;
    const Blob blob(m_database.getHandle(), table, column, row);
    bool goesOn = true;
    for (int at = 0; goesOn && at < blob.size(); at += piece)
        goesOn = visit(blob.part(at, std::min(piece, blob.size() - at)));
}

bool Connection::setJournal(const char* mode)
{
    // Run to completion: its answer is not valid before.
    execute((std::string("PRAGMA journal_mode = ") + mode).c_str());
    return m_database.execAndGet("PRAGMA journal_mode").getString() == mode;
}

Transaction::Transaction(Connection& connection, Kind kind) : m_connection(connection)
{
    m_connection.query(kind == Kind::Write ? "BEGIN IMMEDIATE" : "BEGIN").run();
}

Transaction::~Transaction()
{
    if (!m_isOpen)
        return;
    try {
        m_connection.query("ROLLBACK").run();
    } catch (const SQLite::Exception& failure) {
        // Some errors (a full disk) have already rolled back.
        qCDebug(storageLog, "rollback: %s", failure.what());
    }
}

void Transaction::commit()
{
    m_connection.query("COMMIT").run();
    m_isOpen = false;
}

namespace {

constexpr int instructionsBetween = 10;

}

StatementInterrupter::StatementInterrupter(Connection& connection, std::stop_token stop)
    : m_connection(connection)
    , m_stop(std::move(stop))
{
    sqlite3_progress_handler(
        m_connection.handle(), instructionsBetween,
        [](void* that) {
            auto* self = static_cast<StatementInterrupter*>(that);
            if (self->m_allowed != INT64_MAX)
                self->m_allowed -= instructionsBetween;
            return self->isUsedUp() || self->m_stop.stop_requested() ? 1 : 0;
        },
        this);
}

StatementInterrupter::~StatementInterrupter() { sqlite3_progress_handler(m_connection.handle(), 0, nullptr, nullptr); }

void StatementInterrupter::allow(std::int64_t instructions) { m_allowed = instructions; }

void StatementInterrupter::allowAll() { m_allowed = INT64_MAX; }

void StatementInterrupter::check() const
{
    if (m_stop.stop_requested())
        throw SQLite::Exception("stopped", SQLITE_INTERRUPT);
}

} // namespace quarterdeck::storage::sqlite
