#include "storage/write_thread.h"

#include "model/session/confined_database.h"
#include "model/session/post.h"
#include "storage/backup/copying.h"
#include "storage/sqlite/library_file.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <QString>

#include <algorithm>
#include <system_error>
#include <utility>

namespace quarterdeck::storage::sqlite {

WaitingWrites::Clock::time_point WaitingWrites::add()
{
    const Clock::time_point now = Clock::now();
    std::function<void()> call;
    {
        const std::scoped_lock lock(m_mutex);
        m_came.insert(m_came.end(), now);
        call = std::exchange(m_call, nullptr);
    }
    if (call)
        call();
    return now;
}

void WaitingWrites::remove(const std::vector<Clock::time_point>& came)
{
    const std::scoped_lock lock(m_mutex);
    for (const Clock::time_point one : came)
        if (const auto known = m_came.find(one); known != m_came.end())
            m_came.erase(known);
}

std::size_t WaitingWrites::count() const
{
    const std::scoped_lock lock(m_mutex);
    return m_came.size();
}

std::optional<WaitingWrites::Clock::time_point> WaitingWrites::oldest() const
{
    const std::scoped_lock lock(m_mutex);
    return m_came.empty() ? std::nullopt : std::optional(*m_came.begin());
}

void WaitingWrites::callWhenAny(std::function<void()> call)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (m_came.empty()) {
            m_call = std::move(call);
            return;
        }
        m_call = nullptr;
    }
    if (call)
        call();
}

using session::Nothing;

namespace {

constexpr std::size_t largestTransaction = 4u << 20u;

/// This long without a write is a good moment to index. A slice is short in comparison.
constexpr std::chrono::milliseconds quietSpell{50};
/// How often to try whether the disk accepts something again.
constexpr std::chrono::milliseconds retrySpell{1000};
/// At least this much is tried, since room for a single page helps nobody.
constexpr std::size_t smallestTry = 64u << 10u;
/// How often to check that the file is still there while nothing is written.
constexpr std::chrono::milliseconds lookSpell{5000};
/// A longer tail would make searching slow, since unindexed events have to be read.
constexpr std::int64_t longestTail = 20'000;

/// Whether it is about the disk or the file, rather than about what was to be written.
bool isTroubleOfTheFile(const session::Error& error)
{
    using conversation::ErrorCode;
    return error.code == ErrorCode::DiskFull || error.code == ErrorCode::Io || error.code == ErrorCode::ReadOnly
        || error.code == ErrorCode::Locked;
}

} // namespace

WriteThread::WriteThread(std::unique_ptr<Connection> connection, QObject* completionContext, FileLock* lock)
    : m_connection(std::move(connection))
    , m_tables(*m_connection)
    , m_completionContext(completionContext)
    , m_presence(m_connection->path())
    , m_log(*m_connection, lock)
    , m_thread(
          std::in_place, [this](JobThread<WriteJob>::Jobs jobs) { handle(std::move(jobs)); },
          IdleWork{quietSpell, [this] { return idle(); }})
{ }

/// Look once more: a file taken away since the last look would be lost with the connection.
WriteThread::~WriteThread()
{
    m_thread.reset();
    (void)absence();
}

void WriteThread::watchTrouble(std::function<void(std::optional<session::Error>)> changed)
{
    const std::scoped_lock lock(m_watchMutex);
    m_watch = std::move(changed);
}

std::optional<session::Error> WriteThread::trouble() const
{
    const std::scoped_lock lock(m_watchMutex);
    return m_told;
}

void WriteThread::setTrouble(std::optional<session::Error> trouble)
{
    const bool isNews = trouble.has_value() != m_trouble.has_value()
        || (trouble && (trouble->code != m_trouble->code || trouble->sentence != m_trouble->sentence));
    m_trouble = std::move(trouble);
    if (!m_trouble)
        m_refusedBytes = 0;
    if (!isNews)
        return;
    qCWarning(storageLog, "%s", m_trouble ? m_trouble->detail.c_str() : "the disk takes what is written again");
    const std::scoped_lock lock(m_watchMutex);
    m_told = m_trouble;
    if (m_watch)
        session::post(m_completionContext, [watch = m_watch, told = m_told] { watch(told); });
}

void WriteThread::handle(JobThread<WriteJob>::Jobs jobs)
{
    Jobs batch;
    std::size_t bytes = 0;
    for (WriteJob& job : jobs) {
        if (!batch.empty() && bytes + job.bytes > largestTransaction) {
            commit(std::exchange(batch, {}));
            bytes = 0;
        }
        bytes += job.bytes;
        batch.push_back(std::move(job));
    }
    commit(std::move(batch));
    workBesideWrites();
}

std::chrono::milliseconds WriteThread::idle()
{
    if (!absence())
        m_log.rest();
    tellOfLog();
    if (std::optional<session::Error> refused = refusal())
        setTrouble(std::move(refused));
    else if (m_trouble)
        tryAgain();
    if (!m_trouble && m_tables.index.isDoubted())
        makeIndexAnew();
    const bool isMoreLeft = !m_trouble && (removeSlice() || mergeSlice() || indexSlice() || m_tables.index.isDoubted());
    if (m_trouble)
        return retrySpell;
    return isMoreLeft ? std::chrono::milliseconds{0} : std::min(lookSpell, m_tables.growths.untilNext());
}

void WriteThread::tellOfLog()
{
    const std::scoped_lock lock(m_watchMutex);
    m_toldOfLog = m_log.trouble();
}

std::optional<session::Error> WriteThread::logTrouble() const
{
    const std::scoped_lock lock(m_watchMutex);
    return m_toldOfLog;
}

/// Why nothing may be written.
std::optional<session::Error> WriteThread::refusal()
{
    std::optional<session::Error> absent = absence();
    return absent ? absent : m_log.refusal();
}

/// Whether the file is missing, or a different one.
std::optional<session::Error> WriteThread::absence()
{
    const FileIdentityMonitor::State state = m_presence.look();
    m_connection->setLogKept(state != FileIdentityMonitor::State::InPlace);
    switch (state) {
    case FileIdentityMonitor::State::InPlace:
        m_copy.clear();
        m_nextCopy = {};
        break;
    case FileIdentityMonitor::State::CutShort:
        return errors::cutShort(m_connection->path());
    case FileIdentityMonitor::State::Gone:
        if (m_copy.empty() && std::chrono::steady_clock::now() >= m_nextCopy)
            saveCopy();
        return errors::takenAway(m_connection->path(), m_copy);
    }
    return std::nullopt;
}

/// What is open can still be read, though nobody else can find it; its log may still have the old name. Retried while
/// there is no room or no folder for it.
void WriteThread::saveCopy()
{
    const std::string copy = recover::setAsideName(m_connection->path(), "kept");
    const QString place = QString::fromStdString(copy);
    // Unlike a backup, this reserves no free space for others: it is all that is left.
    const Outcome saved = catchSqliteErrors(m_connection->path(), [&]() -> Outcome {
        backup::UnfinishedBackup making(place);
        const session::ConfinedDatabase target(making.path(), session::ConfinedDatabase::Use::Write);
        m_connection->query("VACUUM INTO ?").bind(making.path()).run();
        if (const std::error_code failure = making.commitAs(place))
            return tl::unexpected(errors::failed(copy, failure.message()));
        return Nothing{};
    });
    m_nextCopy = std::chrono::steady_clock::now() + retrySpell;
    if (saved) {
        m_copy = copy;
        return;
    }
    qCWarning(storageLog, "no copy of the file that was taken away: %s", saved.error().detail.c_str());
}

/// Writes as much as was refused, where nobody reads it and the next opening would remove it, and deletes it again:
/// only the disk itself knows what it accepts.
void WriteThread::tryAgain()
{
    const auto put = [this](const char* sql, std::int64_t number) {
        Transaction transaction(*m_connection, Transaction::Kind::Write);
        m_connection->query(sql).bind(number).run();
        transaction.commit();
        return Nothing{};
    };
    const std::size_t bytes = std::clamp(m_refusedBytes, smallestTry, largestTransaction);
    const Outcome tried = catchSqliteErrors(m_connection->path(), [&]() -> Outcome {
        put("INSERT OR REPLACE INTO waiting_attachments (hash) VALUES (hex(zeroblob(?)))",
            static_cast<std::int64_t>(bytes / 2));
        return put("DELETE FROM waiting_attachments WHERE length(hash) >= ?", static_cast<std::int64_t>(smallestTry));
    });
    if (tried)
        setTrouble(std::nullopt);
    else if (isTroubleOfTheFile(tried.error()))
        setTrouble(tried.error());
}

bool WriteThread::indexSlice()
{
    m_lastSlice = std::chrono::steady_clock::now();
    return index([this] { return m_tables.index.indexSlice(); });
}

bool WriteThread::removeSlice()
{
    return tidy("removed sessions cannot be taken out", [this] { return m_tables.remover.removeSlice(); });
}

bool WriteThread::mergeSlice()
{
    return tidy("growths cannot be merged", [this] { return m_tables.growths.mergeSlice(); });
}

/// Returns whether there is more of such work.
bool WriteThread::tidy(const char* what, const std::function<bool()>& work)
{
    m_lastSlice = std::chrono::steady_clock::now();
    bool isMoreLeft = false;
    const Outcome done = catchSqliteErrors(m_connection->path(), [&]() -> Outcome {
        isMoreLeft = doubtingIndex(work);
        return Nothing{};
    });
    if (done)
        return isMoreLeft;
    qCWarning(storageLog, "%s now: %s", what, done.error().detail.c_str());
    if (isTroubleOfTheFile(done.error()))
        setTrouble(done.error());
    return false;
}

/// At most one slice per quiet spell, so that a busy writer keeps nine tenths of its time.
void WriteThread::workBesideWrites()
{
    if (m_trouble || std::chrono::steady_clock::now() - m_lastSlice < quietSpell)
        return;
    if (removeSlice() || mergeSlice())
        return;
    if (index([this] { return m_tables.index.tail() > longestTail; }))
        indexSlice();
}

/// Runs work that may find damage in the index.
bool WriteThread::doubtingIndex(const std::function<bool()>& work)
{
    try {
        return work();
    } catch (const IndexDamage&) {
        m_tables.index.doubt();
        throw;
    }
}

/// Until it is back, searches read the log.
void WriteThread::makeIndexAnew()
{
    qCWarning(storageLog, "the text index is damaged, and is made anew");
    const Outcome done = catchSqliteErrors(m_connection->path(), [&]() -> Outcome {
        m_tables.index.rebuildIndex();
        return Nothing{};
    });
    if (done)
        return;
    if (isTroubleOfTheFile(done.error()))
        setTrouble(done.error());
    else
        m_tables.index.trust(); // or it would be tried for ever
}

/// A failure is retried with the next write; searches do without it.
bool WriteThread::index(const std::function<bool()>& work)
{
    bool answer = false;
    const Outcome done = catchSqliteErrors(m_connection->path(), [&]() -> Outcome {
        answer = doubtingIndex(work);
        return Nothing{};
    });
    if (done)
        return answer;
    qCWarning(storageLog, "texts cannot be indexed now: %s", done.error().detail.c_str());
    m_tables.index.forgetAll();
    if (isTroubleOfTheFile(done.error()))
        setTrouble(done.error());
    return false;
}

void WriteThread::commit(Jobs jobs)
{
    const std::optional<session::Error> refused = refusal();
    std::optional<std::vector<Outcome>> outcomes;
    if (refused)
        outcomes.emplace(jobs.size(), tl::unexpected(*refused));
    else
        outcomes = commitTogether(jobs);
    if (!outcomes) {
        // One of them broke the transaction; the others must not fail with it.
        outcomes.emplace();
        for (const WriteJob& job : jobs)
            outcomes->push_back(commitAlone(job));
    }
    std::optional<session::Error> trouble = refused ? refused : troubleAfter(jobs, *outcomes);
    if (std::ranges::any_of(*outcomes, [](const Outcome& outcome) { return outcome.has_value(); }))
        m_log.note(); // before anybody relies on what was written
    tellOfLog();
    std::vector<WaitingWrites::Clock::time_point> answered;
    for (WriteJob& job : jobs) {
        answered.push_back(*job.came);
        job.run = nullptr; // what was written goes here, and not on the thread that is answered
    }
    m_waiting.remove(answered);
    session::post(m_completionContext, [jobs = std::move(jobs), outcomes = std::move(*outcomes)] {
        for (std::size_t i = 0; i < jobs.size(); ++i)
            jobs[i].finish(outcomes[i]);
    });
    setTrouble(std::move(trouble));
}

std::optional<std::vector<WriteThread::Outcome>> WriteThread::commitTogether(const Jobs& jobs)
{
    std::vector<Outcome> outcomes;
    const Outcome committed = catchSqliteErrors(m_connection->path(), [&]() -> Outcome {
        Transaction transaction(*m_connection, Transaction::Kind::Write);
        for (const WriteJob& job : jobs)
            outcomes.push_back(job.run(m_tables));
        m_tables.log.finish();
        transaction.commit();
        return Nothing{};
    });
    if (committed)
        return outcomes;
    qCWarning(storageLog, "a transaction of %zu writes failed: %s", jobs.size(), committed.error().detail.c_str());
    m_tables.log.forgetAll();
    return std::nullopt;
}

WriteThread::Outcome WriteThread::commitAlone(const WriteJob& job)
{
    Outcome outcome = catchSqliteErrors(m_connection->path(), [&]() -> Outcome {
        Transaction transaction(*m_connection, Transaction::Kind::Write);
        Outcome ran = job.run(m_tables);
        m_tables.log.finish();
        transaction.commit();
        return ran;
    });
    if (!outcome)
        m_tables.log.forgetAll();
    return outcome;
}

/// A refusal for another reason says nothing about the disk.
std::optional<session::Error> WriteThread::troubleAfter(const Jobs& jobs, const std::vector<Outcome>& outcomes)
{
    std::optional<session::Error> trouble;
    bool hasWritten = false;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        hasWritten |= outcomes[i].has_value();
        if (outcomes[i] || !isTroubleOfTheFile(outcomes[i].error()))
            continue;
        trouble = outcomes[i].error();
        m_refusedBytes = std::max(m_refusedBytes, jobs[i].bytes);
    }
    return trouble || hasWritten ? trouble : m_trouble;
}

WritePreparer::WritePreparer(WriteThread& writer)
    : m_writer(writer)
    , m_thread([this](JobThread<Waiting>::Jobs waiting) { handle(std::move(waiting)); })
{ }

void WritePreparer::push(Sessions sessions, WriteJob job, MakeReady makeReady)
{
    job.came = m_writer.waiting().add();
    // Nothing may come between this question and acting on its answer.
    const std::scoped_lock lock(m_mutex);
    if (!makeReady && !areHeld(sessions)) {
        m_writer.push(std::move(job));
        return;
    }
    for (const session::SessionId& one : sessions)
        ++m_held[one];
    m_thread.push({std::move(sessions), std::move(job), std::move(makeReady)});
}

bool WritePreparer::areHeld(const Sessions& sessions) const
{
    return std::ranges::any_of(sessions, [this](const session::SessionId& one) { return m_held.contains(one); });
}

void WritePreparer::handle(JobThread<Waiting>::Jobs waiting)
{
    for (Waiting& one : waiting) {
        if (one.makeReady)
            one.makeReady(one.job);
        handOver(std::move(one));
    }
}

void WritePreparer::handOver(Waiting waiting)
{
    const std::scoped_lock lock(m_mutex);
    m_writer.push(std::move(waiting.job));
    for (const session::SessionId& one : waiting.sessions)
        if (const auto held = m_held.find(one); --held->second == 0)
            m_held.erase(held);
}

} // namespace quarterdeck::storage::sqlite
