#include "storage/recover_library.h"

#include "backup/copies.h"
#include "backup/copy_check.h"
#include "backup/room.h"
#include "place.h"
#include "recover/put_aside.h"
#include "recover/rebuild.h"
#include "recover/replacement.h"
#include "recover/salvage.h"
#include "recover/table_tree.h"
#include "sentences.h"
#include "sqlite/file_lock.h"
#include "sqlite/file_state.h"
#include "sqlite/guarded.h"
#include "sqlite/schema.h"

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

const std::string making = ".recovering";

void removeMaking(const std::string& path)
{
    if (recover::isBeingReplaced(path))
        return; // it tells the next opening that the file in its place is the old one
    for (const char* end : {"", "-journal", "-wal", "-shm"})
        QFile::remove(QString::fromStdString(path + making + end));
}

/// Half of the time goes into reading, half into writing.
class Progress
{
public:
    explicit Progress(const std::function<void(int percent)>& progressed) : m_progressed(progressed) { tell(0); }

    /// Of `readings`, the one of this number has read this share.
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

/// What came back; where it was kept, and what else there is, is not known yet.
Result<RecoveryReport> rebuild(const std::string& path, Progress& progress)
{
    sqlite::Connection connection(path + making, sqlite::Mode::Write);
    (void)sqlite::migrate(connection);
    // Else all of it would stand in a log, be acknowledged there, and perhaps find no room in the file.
    if (!connection.setJournal("delete"))
        return tl::unexpected(sentences::notRecovered(path, "the new file keeps a log"));
    recover::Salvage salvage(connection);
    sqlite::Transaction transaction(connection, sqlite::Transaction::Kind::Write);
    recover::PageFile withLog(path, recover::PageFile::Log::InPlace);
    const int readings = withLog.hasLog() ? 2 : 1;
    salvage.read(withLog, 0, [&](double share) { progress.read(0, readings, share); });
    if (withLog.hasLog()) {
        // The log may be another file's: then the file without it is what there was.
        recover::PageFile alone(path, recover::PageFile::Log::LeftOut);
        salvage.read(alone, 1, [&](double share) { progress.read(1, readings, share); });
    }
    RecoveryReport report;
    report.isPartMissing = withLog.isShorterThanItSays() || !recover::isListWhole(withLog);
    const std::vector<recover::FoundSession> all = salvage.sessions();
    std::int64_t events = 0;
    for (const recover::FoundSession& found : all)
        events += found.events;
    progress.setEvents(events);
    recover::Rebuild written(connection, path, [&](std::size_t more) { progress.write(more); });
    for (const recover::FoundSession& found : all) {
        Result<RecoveredSession> session = written.write(found);
        if (!session)
            return tl::unexpected(session.error());
        report.sessions.push_back(std::move(*session));
    }
    transaction.commit();
    return report;
}

/// What is wrong with the new file as the disk has it, before anybody relies on it. Empty = nothing is.
std::string faultsOfRebuilt(const std::string& rebuilt, const RecoveryReport& report)
{
    if (sqlite::hasLog(rebuilt) || QFileInfo::exists(QString::fromStdString(rebuilt + "-journal")))
        return "a part of the new file stands beside it";
    sqlite::Connection connection(rebuilt, sqlite::Mode::ReadImmutable);
    Backup counted;
    backup::count(connection, counted);
    if (std::string faults = backup::faultsOfCopy(connection, counted); !faults.empty())
        return faults;
    const auto hasEvents = [](const RecoveredSession& session) { return session.events > 0; };
    if (counted.sessions != std::ranges::count_if(report.sessions, hasEvents))
        return std::to_string(counted.sessions) + " sessions in the new file";
    return backup::faultsOfContent(connection, {});
}

Result<Nothing> proveRebuilt(const std::string& path, const RecoveryReport& report)
{
    const Result<std::string> faults =
        sqlite::guarded(path, [&]() -> Result<std::string> { return faultsOfRebuilt(path + making, report); });
    if (!faults && faults.error().code != conversation::ErrorCode::Damaged)
        return tl::unexpected(faults.error());
    const std::string wrong = faults ? *faults : faults.error().detail;
    return wrong.empty() ? Result<Nothing>(Nothing{}) : tl::unexpected(sentences::notRecovered(path, wrong));
}

/// What went wrong was not about the library itself.
Error tellOfTheDisk(const std::string& path, const Error& error)
{
    return error.code == conversation::ErrorCode::DiskFull ? sentences::noRoomToRecover(path, error.detail) : error;
}

Result<RecoveryReport> recoverUnderLock(const std::string& path, const std::function<void(int percent)>& progressed)
{
    if (const std::error_code failure = recover::finishReplacement(path))
        return tl::unexpected(sentences::failed(path, failure.message()));
    removeMaking(path);
    // Nobody writes meanwhile.
    if (const std::optional<Error> want = backup::wantOfRoom(path, backup::sizeOf(path), path + making, 0))
        return tl::unexpected(*want);
    Progress progress(progressed);
    Result<RecoveryReport> report = rebuild(path, progress);
    const bool isFromLogAlone = QFileInfo(QString::fromStdString(path)).size() == 0 && sqlite::hasLog(path);
    const auto hasEvents = [](const RecoveredSession& session) { return session.events > 0; };
    if (report && std::ranges::none_of(report->sessions, hasEvents))
        report = tl::unexpected(isFromLogAlone ? sentences::nothingInLogAlone(path)
                                               : sentences::noLibrary(path, "no session was found in it"));
    if (report)
        report = proveRebuilt(path, *report).map([&](Nothing) { return std::move(*report); });
    if (!report)
        return report;
    report->isFromLogAlone = isFromLogAlone;
    report->keptAside = recover::asideName(path, "damaged");
    if (const std::error_code failure = recover::replaceFile(path, report->keptAside, path + making))
        return tl::unexpected(failure == std::errc::no_space_on_device ? sentences::diskFull(path, failure.message())
                                                                       : sentences::failed(path, failure.message()));
    report->newestCopy = backup::newestBackup(path);
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
    const std::string path = placeOf(name);
    const QString file = QString::fromStdString(path);
    const bool isLogAlone = !QFileInfo::exists(file) && sqlite::hasLog(path);
    if (!QFileInfo(file).isFile() && !isLogAlone)
        return tl::unexpected(sentences::noSuchFile(name));
    sqlite::FileLock::Attempt attempt = sqlite::FileLock::take(path + ".lock");
    if (!attempt.lock)
        return tl::unexpected(attempt.refusal == sqlite::FileLock::Refusal::Held
                                  ? sentences::lockedByOther(path, attempt.detail)
                                  : sentences::notWritable(path));
    // What is put aside is a file and its log; an empty one stands in.
    if (isLogAlone && !QFile(file).open(QIODevice::WriteOnly | QIODevice::NewOnly))
        return tl::unexpected(sentences::notWritable(path));
    Result<RecoveryReport> report =
        sqlite::guarded(path, [&]() -> Result<RecoveryReport> { return recoverUnderLock(path, progressed); });
    if (report)
        attempt.lock->forgetLog();
    if (!report) {
        removeMaking(path);
        report = tl::unexpected(tellOfTheDisk(path, report.error()));
    }
    if (!report && isLogAlone && QFileInfo(file).size() == 0)
        QFile::remove(file);
    return report;
}

} // namespace quarterdeck::storage
