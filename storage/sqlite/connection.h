#pragma once

#include "model/session/confined_database.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>

namespace quarterdeck::storage::sqlite {

/// Marks a value to be bound as a blob.
struct Bytes
{
    const std::string& bytes;
};

/// One use of a prepared statement: bound from left to right, stepped, and reset on destruction, so that no read stays
/// open by accident. Texts are not copied: they must live as long as the query. Throws SQLite::Exception.
class Query
{
public:
    explicit Query(SQLite::Statement& statement) : m_statement(statement) { }
    ~Query() { m_statement.tryReset(); }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    template <typename... Values>
    Query& bind(const Values&... values)
    {
        (bindNext(values), ...);
        return *this;
    }
    [[nodiscard]] bool next() { return m_statement.executeStep(); }
    void run() { m_statement.exec(); }

    [[nodiscard]] std::int64_t number(int column) const { return m_statement.getColumn(column).getInt64(); }
    [[nodiscard]] double real(int column) const { return m_statement.getColumn(column).getDouble(); }
    [[nodiscard]] std::string text(int column) const { return m_statement.getColumn(column).getString(); }
    [[nodiscard]] bool isNull(int column) const { return m_statement.getColumn(column).isNull(); }
    /// Valid until the next step.
    [[nodiscard]] std::string_view view(int column) const
    {
        const SQLite::Column value = m_statement.getColumn(column);
        const char* bytes = static_cast<const char*>(value.getBlob());
        return {bytes != nullptr ? bytes : "", static_cast<std::size_t>(value.getBytes())};
    }

private:
    template <typename Value>
    void bindNext(const Value& value)
    {
        ++m_bound;
        if constexpr (std::is_same_v<Value, std::string>)
            m_statement.bindNoCopy(m_bound, value);
        else if constexpr (std::is_same_v<Value, Bytes>)
            // An empty blob must not become NULL, which SQLite distinguishes by the pointer.
            m_statement.bindNoCopy(m_bound, static_cast<const void*>(value.bytes.c_str()),
                                   static_cast<int>(value.bytes.size()));
        else if constexpr (std::is_same_v<Value, double>)
            m_statement.bind(m_bound, value);
        else
            m_statement.bind(m_bound, static_cast<std::int64_t>(value));
    }

    SQLite::Statement& m_statement;
    int m_bound = 0;
};

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

/// Ends a connection's statements while it lives, with SQLITE_INTERRUPT: once a stop is requested, or they exceed their
/// allowance. One at a time per connection. Thread: the connection's; the stop may come from any.
class StatementInterrupter
{
public:
    StatementInterrupter(Connection& connection, std::stop_token stop);
    ~StatementInterrupter();
    StatementInterrupter(const StatementInterrupter&) = delete;
    StatementInterrupter& operator=(const StatementInterrupter&) = delete;

    /// Allows this many instructions of SQLite's machine from now on. FTS5 reads a page of its index in about three.
    void allow(std::int64_t instructions);
    void allowAll();
    /// More than that was needed.
    [[nodiscard]] bool isUsedUp() const { return m_allowed <= 0; }
    /// Throws SQLITE_INTERRUPT if a stop was requested: for use between statements, none of which may be running.
    void check() const;

private:
    Connection& m_connection;
    std::stop_token m_stop;
    std::int64_t m_allowed = INT64_MAX;
};

} // namespace quarterdeck::storage::sqlite
