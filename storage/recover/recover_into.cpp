#include "storage/recover/recover_into.h"

#include "storage/backup/copies.h"
#include "storage/backup/copy_check.h"
#include "storage/file_state.h"
#include "storage/recover/rebuild.h"
#include "storage/recover/replacement.h"
#include "storage/recover/salvage.h"
#include "storage/recover/table_tree.h"
#include "storage/sqlite/free_space.h"
#include "storage/sqlite/permissions.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <QFile>
#include <QFileInfo>
#include <QString>
#include <algorithm>
#include <utility>

namespace quarterdeck::storage::recover {

using namespace session;

namespace {

/// Half of the time goes into reading, half into writing.
class Progress
{
public:
    explicit Progress(const std::function<void(int percent)>& progressed) : m_progressed(progressed) { tell(0); }

    /// Reading number `number` of `readings` has read this share.
    void read(int number, int readings, double share) { tell((number + share) / readings / 2); }
    void setEvents(std::int64_t events) { m_events = std::max<std::int64_t>(events, 1); }
    void write(std::size_t events)
    {
        m_written += static_cast<double>(events);
        tell((1 + std::min(1.0, m_written / static_cast<double>(m_events))) / 2);
    }

private:
    void tell(double share)
    {
        const int percent = static_cast<int>(share * 100);
        if (m_progressed && percent > m_told)
            m_progressed(percent);
        m_told = std::max(m_told, percent);
    }

    const std::function<void(int percent)>& m_progressed;
    int m_told = -1;
    std::int64_t m_events = 1;
    double m_written = 0;
};

/// A file that exists for as long as this object does.
class Scratch
{
public:
    explicit Scratch(std::string path) : m_path(std::move(path))
    {
        remove();
        (void)createOwnerOnlyFile(m_path); // else SQLite says why
    }
    ~Scratch() { remove(); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    void remove() const { QFile::remove(QString::fromStdString(m_path)); }
    std::string m_path;
};

/// What was recovered; the caller adds where the damaged file is kept, and which copies there are.
Result<RecoveryReport> rebuild(const std::string& into, const std::string& path, const std::string& place,
                               Progress& progress, const std::stop_token& stop)
{
    const Scratch collected(into + collectedEnding);
    sqlite::Connection connection(into, sqlite::Mode::Write);
    connection.interruptOn(stop);
    (void)sqlite::migrate(connection);
    // Otherwise everything would be acknowledged in a log, and might then find no room in the file.
    if (!connection.setJournal("delete"))
        return tl::unexpected(errors::notRecovered(path, "the new file keeps a log"));
    Salvage salvage(connection, collected.path());
    sqlite::Transaction transaction(connection, sqlite::Transaction::Kind::Write);
    PageFile withLog(path, PageFile::Log::InPlace);
    const int readings = 1 + (withLog.hasLog() ? 1 : 0) + (withLog.isAnyOfWalLost() ? 1 : 0);
    salvage.read(withLog, 0, [&](double share) { progress.read(0, readings, share); });
    if (withLog.isAnyOfWalLost()) {
        // Of a page that is broken there most rows may be whole; those that it had before were read already.
        PageFile withBroken(path, PageFile::Log::WithBroken);
        salvage.read(withBroken, 0, [&](double share) { progress.read(1, readings, share); });
    }
    LogFacts facts;
    if (withLog.hasLog()) {
        // The log may belong to another file; then the file without it is all there is.
        PageFile alone(path, PageFile::Log::LeftOut);
        salvage.read(alone, 1, [&](double share) { progress.read(readings - 1, readings, share); });
        facts.hasMoreChanges = alone.changes() && withLog.changes() > alone.changes();
    }
    facts.isListIntact = isListIntact(withLog);
    RecoveryReport report;
    report.isPartMissing = withLog.isShorterThanItSays() || withLog.isAnyOfWalLost() || !facts.isListIntact;
    const std::vector<FoundSession> all = salvage.sessions(facts);
    std::int64_t events = 0;
    for (const FoundSession& found : all)
        events += found.events;
    progress.setEvents(events);
    BackupAttachments kept(place);
    Rebuild written(connection, path, kept, [&](std::size_t more) { progress.write(more); });
    for (const FoundSession& found : all) {
        Result<RecoveredSession> session = written.write(found);
        if (!session)
            return tl::unexpected(session.error());
        report.sessions.push_back(std::move(*session));
    }
    transaction.commit();
    return report;
}

/// What is wrong with the new file as read back from the disk, before anybody relies on it. Empty = nothing.
std::string faultsOfRebuilt(const std::string& rebuilt, const RecoveryReport& report)
{
    if (sqlite::hasLog(rebuilt) || QFileInfo::exists(QString::fromStdString(rebuilt + "-journal")))
        return "a part of the new file stands beside it";
    sqlite::Connection connection(rebuilt, sqlite::Mode::ReadImmutable);
    Backup counted;
    backup::count(connection, counted);
    if (std::string faults = backup::findCopyProblems(connection, counted); !faults.empty())
        return faults;
    const auto hasEvents = [](const RecoveredSession& session) { return session.events > 0; };
    if (counted.sessions != std::ranges::count_if(report.sessions, hasEvents))
        return std::to_string(counted.sessions) + " sessions in the new file";
    return backup::damagedContent(connection, {}).first;
}

Result<Nothing> proveRebuilt(const std::string& into, const std::string& path, const RecoveryReport& report)
{
    const Result<std::string> faults =
        sqlite::catchSqliteErrors(path, [&]() -> Result<std::string> { return faultsOfRebuilt(into, report); });
    if (!faults && faults.error().code != conversation::ErrorCode::Damaged)
        return tl::unexpected(faults.error());
    const std::string wrong = faults ? *faults : faults.error().detail;
    return wrong.empty() ? Result<Nothing>(Nothing{}) : tl::unexpected(errors::notRecovered(path, wrong));
}

Error nothingFound(const std::string& damaged, bool isFromLogAlone)
{
    if (isFromLogAlone)
        return errors::nothingInLogAlone(damaged);
    return sqlite::fileStateOf(damaged) == sqlite::FileState::Truncated
        ? errors::nothingInPart(damaged)
        : errors::noLibrary(damaged, "no session was found in it");
}

} // namespace

std::optional<Error> checkFreeSpace(const std::string& into, const std::string& damaged)
{
    const int copies = sqlite::hasLog(damaged) ? 3 : 2; // the new file, and what each reading collects
    return backup::checkFreeSpace(damaged, copies * backup::sizeOf(damaged), into, 0);
}

Result<RecoveryReport> recoverInto(const std::string& into, const std::string& damaged,
                                   const std::function<void(int percent)>& progressed, const std::stop_token& stop,
                                   const std::string& place)
{
    const bool isFromLogAlone = QFileInfo(QString::fromStdString(damaged)).size() == 0 && sqlite::hasLog(damaged);
    Progress progress(progressed);
    Result<RecoveryReport> report = rebuild(into, damaged, place, progress, stop);
    const auto hasEvents = [](const RecoveredSession& session) { return session.events > 0; };
    if (report && std::ranges::none_of(report->sessions, hasEvents))
        report = tl::unexpected(nothingFound(damaged, isFromLogAlone));
    if (!report)
        return report;
    report->isFromLogAlone = isFromLogAlone;
    return proveRebuilt(into, damaged, *report).map([&](Nothing) { return std::move(*report); });
}

} // namespace quarterdeck::storage::recover
