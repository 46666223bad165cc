#include "storage/recover/recover_library.h"

#include "storage/backup/copies.h"
#include "storage/backup/copying.h"
#include "storage/file_state.h"
#include "storage/open_file.h"
#include "storage/recover/rebuild.h"
#include "storage/recover/recovery_report_file.h"
#include "storage/recover/replacement.h"
#include "storage/recover/salvage.h"
#include "storage/recover/table_tree.h"
#include "storage/search/text_index.h"
#include "storage/sqlite/file_lock.h"
#include "storage/sqlite/journal.h"
#include "storage/sqlite/library_file.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QString>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace quarterdeck::storage {

using namespace session;

namespace {

void removeMaking(const std::string& path)
{
    if (!recover::isBeingReplaced(path)) // it tells the next opening that the file in its place is the old one
        recover::removeUnfinished(path);
}

/// What went wrong was not about the library itself. That there is no room before it begins is said with how much.
Error tellOfTheDisk(const std::string& path, const Error& error)
{
    const Error full = errors::noRoomToRecover(path, error.detail);
    const bool isSaid = error.sentence.starts_with(full.sentence);
    return error.code == conversation::ErrorCode::DiskFull && !isSaid ? full : error;
}

/// The report is written before the damaged file is renamed, so it can be read even if the program ends now. Recovery
/// does not depend on it: if there is no room for both, the report goes.
std::error_code moveIn(const std::string& path, const RecoveryReport& report)
{
    const std::string made = path + recover::recoveringEnding;
    (void)recover::writeReport(report, made + recover::reportEnding, report.keptAside);
    std::error_code failure = recover::replaceFile(path, report.keptAside, made);
    if (!failure || recover::isBeingReplaced(path)) // the next opening undoes it all
        return failure;
    recover::removeReportOf(report.keptAside);
    return failure == std::errc::no_space_on_device ? recover::replaceFile(path, report.keptAside, made) : failure;
}

Result<RecoveryReport> recoverUnderLock(const std::string& path, const std::function<void(int percent)>& progressed)
{
    if (const std::error_code failure = recover::finishReplacement(path))
        return tl::unexpected(errors::failed(path, failure.message()));
    removeMaking(path);
    // A cut-off write is undone first, since its effects are not losses.
    sqlite::rollBackHotJournal(path);
    if (sqlite::hasHotJournal(path) && QFileInfo(QString::fromStdString(path)).size() > 0)
        return tl::unexpected(sqlite::whyCutWriteStays(path, "its journal"));
    // Nobody writes meanwhile.
    if (const std::optional<Error> want = recover::checkFreeSpace(path + recover::recoveringEnding, path))
        return tl::unexpected(errors::noRoomToRecover(path, *want));
    const std::string made = path + recover::recoveringEnding;
    (void)createOwnerOnlyFile(made); // else SQLite says why
    Result<RecoveryReport> report = recover::recoverInto(made, path, progressed, {}, path);
    if (!report)
        return report;
    restrictPermissionsTo({path}, made);
    report->keptAside = recover::setAsideName(path, "damaged");
    report->recovered = {QDateTime::currentMSecsSinceEpoch()};
    report->newestCopy = backup::newestBackup(path);
    recover::removeOrphanedReports(path);
    if (const std::error_code failure = moveIn(path, *report))
        return tl::unexpected(failure == std::errc::no_space_on_device ? errors::diskFull(path, failure.message())
                                                                       : errors::failed(path, failure.message()));
    return report;
}

} // namespace

std::int64_t RecoveryReport::wholeSessions() const
{
    return std::ranges::count_if(sessions, [](const RecoveredSession& session) { return session.isWhole(); });
}

std::int64_t RecoveryReport::lostEvents() const
{
    std::int64_t lost = 0;
    for (const RecoveredSession& session : sessions)
        lost += session.lost;
    return lost;
}

bool RecoveryReport::isWhole() const { return !isPartMissing && wholeSessions() == std::ssize(sessions); }

Result<RecoveryReport> recoverLibrary(const std::string& name, const std::function<void(int percent)>& progressed)
{
    const std::string path = resolveLibraryPath(name);
    const QString file = QString::fromStdString(path);
    const bool isLogAlone = !QFileInfo::exists(file) && sqlite::hasLog(path);
    if (!QFileInfo(file).isFile() && !isLogAlone)
        return tl::unexpected(errors::noSuchFile(name));
    const Result<sqlite::LibraryLock> ownership = sqlite::acquireLibraryLock(path);
    if (!ownership)
        return tl::unexpected(ownership.error());
    // What is put aside is a file and its log, so an empty file stands in.
    if (isLogAlone && !createOwnerOnlyFile(path))
        return tl::unexpected(errors::notWritable(path));
    Result<RecoveryReport> report =
        sqlite::catchSqliteErrors(path, [&]() -> Result<RecoveryReport> { return recoverUnderLock(path, progressed); });
    if (report)
        ownership->lock->forgetLog();
    if (!report) {
        removeMaking(path);
        report = tl::unexpected(tellOfTheDisk(path, report.error()));
    }
    if (!report && isLogAlone && QFileInfo(file).size() == 0)
        QFile::remove(file);
    return report;
}

} // namespace quarterdeck::storage

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

namespace quarterdeck::storage {

using namespace session;

namespace {

Result<Nothing> renewIndexOf(sqlite::Connection& connection, const std::function<void(std::int64_t left)>& progressed)
{
    sqlite::TextIndex index(connection);
    index.rebuildIndex();
    if (!sqlite::hasUsableIndex(connection))
        return tl::unexpected(errors::damaged(connection.path(), "the text index cannot be made anew"));
    while (index.indexSlice()) {
        if (progressed)
            progressed(index.tail());
    }
    return Nothing{};
}

} // namespace

Result<std::optional<Error>> rebuildTextIndex(const std::string& path,
                                              const std::function<void(std::int64_t left)>& progressed)
{
    Result<sqlite::OpenedFile> file = sqlite::openForWriting(path, Access::ReadWrite);
    if (!file)
        return tl::unexpected(file.error());
    if (!file->writer)
        return tl::unexpected(file->readOnlyReason.value_or(errors::notWritable(path)));
    return sqlite::catchSqliteErrors(path, [&] { return renewIndexOf(*file->writer, progressed); }).map([&](Nothing) {
        return std::move(file->lostLog);
    });
}

} // namespace quarterdeck::storage
