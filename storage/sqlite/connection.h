#pragma once

#include "model/session/confined_database.h"
#include "storage/sqlite/query.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>

namespace quarterdeck::storage::sqlite {

/// How a connection may touch the file.
enum class Mode {
    Write,
    Read,
    ReadImmutable, ///< on a medium where not even the -shm file can be made: nobody else may write meanwhile
};

/// One connection, set up by this room's rules, with its prepared statements. Anybody may have made the file, so it is
/// confined to its own files (model/session/confined_database.h). Throws SQLite::Exception. Thread: one at
/// a time; handed over as a whole.
class Connection
{
public:
    /// `copy`: the file that is read in place of the one it is about; empty = that file itself.
    Connection(const std::string& path, Mode mode, const std::string& copy = {});

    /// The prepared statement for this text, prepared once. `sql` is a literal; a statement is in use once at a time.
    [[nodiscard]] Query query(const char* sql);
    void execute(const char* sql) { m_database.exec(sql); }
    [[nodiscard]] std::int64_t pragma(const char* name);
    /// Bytes of a blob, without reading the rest. They must lie within it.
    [[nodiscard]] std::string blobPart(const char* table, const char* column, std::int64_t row, std::int64_t first,
                                       std::int64_t count);
    /// Passes a blob to `visit` a piece at a time, until it returns false.
    void visitBlob(const char* table, const char* column, std::int64_t row,
                   const std::function<bool(std::string_view)>& visit);
    /// "wal", "delete": how the file's changes are made safe. False if its place does not allow that. Throws.
    [[nodiscard]] bool setJournal(const char* mode);
    [[nodiscard]] std::int64_t lastInsertId() const { return m_database.getLastInsertRowid(); }
    /// How many rows the last statement changed, wrote or removed.
    [[nodiscard]] int changes() const { return m_database.getChanges(); }
    /// The same for all statements so far.
    [[nodiscard]] int totalChanges() const { return m_database.getTotalChanges(); }
    [[nodiscard]] const std::string& path() const { return m_path; }
    /// Statements running when a stop is requested end with SQLITE_INTERRUPT.
    void interruptOn(const std::stop_token& stop);
    /// For what SQLiteCpp cannot express; still this connection's.
    [[nodiscard]] sqlite3* handle() { return m_database.getHandle(); }
    /// Whether closing it leaves the log beside the file as it is, rather than moving it into the file.
    void setLogKept(bool isKept);

private:
    std::string m_path;
    std::stop_token m_stop; ///< before the database, which asks it
    session::ConfinedDatabase m_wall;
    SQLite::Database m_database;
    std::unordered_map<const char*, std::unique_ptr<SQLite::Statement>> m_statements;
};

/// A transaction that is rolled back unless it was committed. Throws.
class Transaction
{
public:
    enum class Kind { Read, Write };
    Transaction(Connection& connection, Kind kind);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

private:
    Connection& m_connection;
    bool m_isOpen = true;
};

} // namespace quarterdeck::storage::sqlite
