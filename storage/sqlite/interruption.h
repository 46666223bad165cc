#pragma once

#include "sqlite/connection.h"

#include <cstdint>
#include <stop_token>

namespace quarterdeck::storage::sqlite {

/// Ends the statements of a connection while it lives, with SQLITE_INTERRUPT: once a stop is asked for, and when they
/// took more than what was allowed. One at a time on a connection. Thread: the connection's; the stop may be asked for
/// on any.
class Interruption
{
public:
    Interruption(Connection& connection, std::stop_token stop);
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// From now on so many instructions of SQLite's machine. FTS5 reads a page of its index in about three.
    void allow(std::int64_t instructions);
    void allowAll();
    /// More than that was wanted.
    [[nodiscard]] bool isUsedUp() const { return m_allowed <= 0; }
    /// Throws SQLITE_INTERRUPT when a stop was asked for: between statements, of which none may be running then.
    void check() const;

private:
    Connection& m_connection;
    std::stop_token m_stop;
    std::int64_t m_allowed = INT64_MAX;
};

} // namespace quarterdeck::storage::sqlite
