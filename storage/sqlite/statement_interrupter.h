#pragma once

#include "storage/sqlite/connection.h"

#include <cstdint>
#include <stop_token>

namespace quarterdeck::storage::sqlite {

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
