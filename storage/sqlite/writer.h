#pragma once

#include "job_thread.h"
#include "sqlite/attachment_writer.h"
#include "sqlite/connection.h"
#include "sqlite/log_writer.h"

#include <QObject>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// What a write may use of the writer.
struct WriteTables
{
    Connection& connection;
    LogWriter log;
};

/// One write and its answer.
struct WriteJob
{
    std::size_t bytes = 0; ///< about what it adds to its transaction
    /// Writer thread, inside a transaction, perhaps twice (the first was rolled back): refuses before it writes
    /// anything, or throws SQLite::Exception.
    std::function<session::Result<session::Nothing>(WriteTables&)> run;
    /// Completion context's thread, once.
    std::function<void(const session::Result<session::Nothing>&)> finish;
};

/// Owns the one write connection and its thread. Group commit: what is queued becomes one transaction of at most 4 MB;
/// it never waits for more. One post per transaction carries the answers. Thread: `push` from any; destroying it
/// commits and answers what is queued.
class Writer
{
public:
    Writer(std::unique_ptr<Connection> connection, QObject* completionContext);

    void push(WriteJob job) { m_thread.push(std::move(job)); }

private:
    using Outcome = session::Result<session::Nothing>;
    using Jobs = std::vector<WriteJob>;

    void handle(JobThread<WriteJob>::Jobs jobs);
    void commit(Jobs jobs);
    [[nodiscard]] std::optional<std::vector<Outcome>> commitTogether(const Jobs& jobs);
    [[nodiscard]] Outcome commitAlone(const WriteJob& job);

    std::unique_ptr<Connection> m_connection;
    WriteTables m_tables;
    QObject* m_completionContext;
    JobThread<WriteJob> m_thread; ///< last: it joins before what it uses goes
};

} // namespace quarterdeck::storage::sqlite
