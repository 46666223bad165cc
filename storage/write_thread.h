#pragma once

#include "model/session/library.h"
#include "storage/job_thread.h"
#include "storage/log/attachments.h"
#include "storage/log/extension_compactor.h"
#include "storage/log/log_writer.h"
#include "storage/log/session_remover.h"
#include "storage/search/text_index.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/journal.h"
#include "storage/sqlite/library_file.h"

#include <QObject>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// The writes that have no answer yet, and since when. Thread: any.
class WaitingWrites
{
public:
    using Clock = std::chrono::steady_clock;

    /// One has come: now.
    Clock::time_point add();
    /// Those that came at these times are answered.
    void remove(const std::vector<Clock::time_point>& came);
    [[nodiscard]] std::size_t count() const;
    /// When the oldest came.
    [[nodiscard]] std::optional<Clock::time_point> oldest() const;
    /// Calls once, as soon as there is one; at once if there is. A single caller: the last one.
    void callWhenAny(std::function<void()> call);

private:
    mutable std::mutex m_mutex;
    std::multiset<Clock::time_point> m_came;
    std::function<void()> m_call;
};

/// What a write may use of the writer.
struct WriteTables
{
    explicit WriteTables(Connection& writable)
        : connection(writable)
        , index(writable)
        , growths(writable, index)
        , log(writable, index, &growths)
        , remover(writable)
    { }
    WriteTables(const WriteTables&) = delete;
    WriteTables& operator=(const WriteTables&) = delete;

    Connection& connection;
    TextIndex index;
    ExtensionCompactor growths;
    LogWriter log;
    SessionRemover remover;
};

/// One write and its answer.
struct WriteJob
{
    std::size_t bytes = 0; ///< roughly what it adds to its transaction
    /// Writer thread, inside a transaction, perhaps twice (if the first was rolled back): refuses before it writes
    /// anything, or throws SQLite::Exception.
    std::function<session::Result<session::Nothing>(WriteTables&)> run;
    /// Completion context's thread, once.
    std::function<void(const session::Result<session::Nothing>&)> finish;
    /// When it was counted as waiting; empty = not yet.
    std::optional<WaitingWrites::Clock::time_point> came = {};
};

/// Owns the only write connection and its thread. Group commit: what is queued becomes one transaction of at most 4 MB;
/// it never waits for more. One post per transaction carries the answers. After a quiet moment it deletes removed
/// sessions, merges growths and indexes texts; if much of that piles up, now and then even before. When the disk
/// accepts nothing more it says so, and tries on its own until it does; likewise when the file was taken away, of which
/// it then makes a copy, from what it has open. Thread: `push` and `watchTrouble` from any; destroying it commits and
/// answers what is queued.
class WriteThread
{
public:
    /// `lock`: the library's, which must outlive this; null if it has none.
    WriteThread(std::unique_ptr<Connection> connection, QObject* completionContext, FileLock* lock = nullptr);
    ~WriteThread();
    WriteThread(const WriteThread&) = delete;
    WriteThread& operator=(const WriteThread&) = delete;

    void push(WriteJob job)
    {
        if (!job.came)
            job.came = m_waiting.add();
        m_thread->push(std::move(job));
    }
    /// Writes that have no answer yet. Thread: any.
    [[nodiscard]] const WaitingWrites& waiting() const { return m_waiting; }
    [[nodiscard]] WaitingWrites& waiting() { return m_waiting; }
    /// `changed` is told, on the completion context's thread, why nothing can be written now, and empty when it can
    /// again.
    void watchTrouble(std::function<void(std::optional<session::Error>)> changed);
    /// The same, for late comers. Thread: any.
    [[nodiscard]] std::optional<session::Error> trouble() const;
    /// Why the log beside the file cannot be moved into it, although everything is stored. Thread: any.
    [[nodiscard]] std::optional<session::Error> logTrouble() const;

private:
    using Outcome = session::Result<session::Nothing>;
    using Jobs = std::vector<WriteJob>;

    void handle(JobThread<WriteJob>::Jobs jobs);
    void commit(Jobs jobs);
    [[nodiscard]] std::optional<std::vector<Outcome>> commitTogether(const Jobs& jobs);
    [[nodiscard]] Outcome commitAlone(const WriteJob& job);
    [[nodiscard]] std::optional<session::Error> troubleAfter(const Jobs& jobs, const std::vector<Outcome>& outcomes);
    [[nodiscard]] std::chrono::milliseconds idle();
    bool indexSlice();
    void makeIndexAnew();
    [[nodiscard]] bool doubtingIndex(const std::function<bool()>& work);
    [[nodiscard]] bool index(const std::function<bool()>& work);
    [[nodiscard]] bool removeSlice();
    [[nodiscard]] bool mergeSlice();
    [[nodiscard]] bool tidy(const char* what, const std::function<bool()>& work);
    void workBesideWrites();
    void tryAgain();
    void tellOfLog();
    [[nodiscard]] std::optional<session::Error> refusal();
    [[nodiscard]] std::optional<session::Error> absence();
    void saveCopy();
    void setTrouble(std::optional<session::Error> trouble);

    std::unique_ptr<Connection> m_connection;
    WriteTables m_tables;
    QObject* m_completionContext;
    WaitingWrites m_waiting;
    std::chrono::steady_clock::time_point m_lastSlice;
    std::optional<session::Error> m_trouble; ///< the disk's last error; empty = it accepts writes
    std::size_t m_refusedBytes = 0;          ///< of the largest write that was refused
    FileIdentityMonitor m_presence;
    WalCheckpointer m_log;
    std::string m_copy;                               ///< path of the copy of a file that was taken away; empty = none
    std::chrono::steady_clock::time_point m_nextCopy; ///< not tried again before then
    mutable std::mutex m_watchMutex;
    std::function<void(std::optional<session::Error>)> m_watch;
    std::optional<session::Error> m_told;        ///< m_trouble, for other threads
    std::optional<session::Error> m_toldOfLog;   ///< the same for what m_log knows
    std::optional<JobThread<WriteJob>> m_thread; ///< it joins before what it uses is destroyed
};

/// The way to the writer. Most writes pass at once. A large one is prepared on a thread of its own, so that neither its
/// caller nor the writer is busy with it; later writes of its session wait for it there, and all others pass. Thread:
/// `push` from any; destroying it hands over everything it was given.
class WritePreparer
{
public:
    /// Completes the job, and then says how many bytes it adds to its transaction. Empty = it is ready.
    using MakeReady = std::function<void(WriteJob&)>;
    using Sessions = std::vector<session::SessionId>;

    /// `writer` must outlive this.
    explicit WritePreparer(WriteThread& writer);

    /// `sessions`: the ones it writes to; none = it waits for nothing.
    void push(Sessions sessions, WriteJob job, MakeReady makeReady = {});

private:
    struct Waiting
    {
        Sessions sessions;
        WriteJob job;
        MakeReady makeReady;
    };

    [[nodiscard]] bool areHeld(const Sessions& sessions) const;
    void handle(JobThread<Waiting>::Jobs waiting);
    void handOver(Waiting waiting);

    WriteThread& m_writer;
    std::mutex m_mutex;
    std::unordered_map<session::SessionId, std::size_t> m_held; ///< that have this many writes not handed over yet
    JobThread<Waiting> m_thread;                                ///< it joins before what it uses is destroyed
};

} // namespace quarterdeck::storage::sqlite
