#pragma once

#include "job_thread.h"
#include "sqlite/attachment_writer.h"
#include "sqlite/connection.h"
#include "sqlite/log_writer.h"
#include "sqlite/text_index.h"

#include <QObject>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// What a write may use of the writer.
struct WriteTables
{
    explicit WriteTables(Connection& writable) : connection(writable), index(writable), log(writable, index) { }
    WriteTables(const WriteTables&) = delete;
    WriteTables& operator=(const WriteTables&) = delete;

    Connection& connection;
    TextIndex index;
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
/// it never waits for more. One post per transaction carries the answers. When nothing came for a while it indexes
/// texts, and now and then before that when many wait. Thread: `push` from any; destroying it commits and answers what
/// is queued.
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
    bool indexSlice();
    void indexWhenFarBehind();

    std::unique_ptr<Connection> m_connection;
    WriteTables m_tables;
    QObject* m_completionContext;
    std::chrono::steady_clock::time_point m_lastSlice;
    JobThread<WriteJob> m_thread; ///< last: it joins before what it uses goes
};

} // namespace quarterdeck::storage::sqlite
