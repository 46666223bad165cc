#pragma once

#include "model/session/library.h"
#include "storage/job_thread.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/sqlite_errors.h"

#include <functional>
#include <memory>
#include <utility>

namespace quarterdeck::storage::sqlite {

/// Owns a read-only connection and its thread. Every answer is read in one transaction, so it reflects one moment, and
/// is given on the reader's thread. Thread: `read` from any; destroying it answers what is queued.
class ReadThread
{
public:
    explicit ReadThread(std::unique_ptr<Connection> connection);

    /// `work` makes the answer; it may throw SQLite::Exception.
    template <typename T>
    void read(std::function<session::Result<T>(Connection&)> work, session::Done<T> done)
    {
        m_thread.push([work = std::move(work), done = std::move(done)](Connection& connection) {
            done(catchSqliteErrors(connection.path(), [&]() -> session::Result<T> {
                // Rolled back at its end: a damaged page ends a read transaction early, and is no reason to lose what
                // was found out.
                const Transaction transaction(connection, Transaction::Kind::Read);
                return work(connection);
            }));
        });
    }

private:
    using Job = std::function<void(Connection&)>;

    JobThread<Job> m_thread;
};

} // namespace quarterdeck::storage::sqlite
