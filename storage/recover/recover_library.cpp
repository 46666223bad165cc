#include "storage/recover_library.h"

#include "recover/put_aside.h"
#include "recover/rebuild.h"
#include "recover/salvage.h"
#include "sentences.h"
#include "sqlite/file_lock.h"
#include "sqlite/guarded.h"
#include "sqlite/schema.h"

#include <QFile>
#include <QFileInfo>
#include <QString>
#include <algorithm>
#include <system_error>

namespace quarterdeck::storage {

using namespace session;

namespace {

const std::string making = ".recovering";

void removeMaking(const std::string& path)
{
    for (const char* end : {"", "-journal", "-wal", "-shm"})
        QFile::remove(QString::fromStdString(path + making + end));
}

Result<std::vector<RecoveredSession>> rebuild(const std::string& path)
{
    sqlite::Connection connection(path + making, sqlite::Mode::Write);
    sqlite::migrate(connection);
    recover::Salvage salvage(connection);
    sqlite::Transaction transaction(connection, sqlite::Transaction::Kind::Write);
    recover::PageFile withLog(path, recover::PageFile::Log::InPlace);
    salvage.read(withLog, 0);
    if (withLog.hasLog()) {
        // The log may be another file's: then the file without it is what there was.
        recover::PageFile alone(path, recover::PageFile::Log::LeftOut);
        salvage.read(alone, 1);
    }
    std::vector<RecoveredSession> sessions;
    recover::Rebuild written(connection, path);
    for (const recover::FoundSession& found : salvage.sessions()) {
        Result<RecoveredSession> session = written.write(found);
        if (!session)
            return tl::unexpected(session.error());
        sessions.push_back(std::move(*session));
    }
    transaction.commit();
    return sessions;
}

Result<RecoveryReport> recoverUnderLock(const std::string& path)
{
    removeMaking(path);
    Result<std::vector<RecoveredSession>> sessions = rebuild(path);
    const auto hasEvents = [](const RecoveredSession& session) { return session.events > 0; };
    if (sessions && std::ranges::none_of(*sessions, hasEvents))
        sessions = tl::unexpected(sentences::noLibrary(path, "no session was found in it"));
    if (!sessions) {
        removeMaking(path);
        return tl::unexpected(sessions.error());
    }
    RecoveryReport report{recover::asideName(path, "damaged"), std::move(*sessions)};
    if (const std::error_code failure = recover::replaceFile(path, report.keptAside, path + making)) {
        removeMaking(path);
        return tl::unexpected(sentences::failed(path, failure.message()));
    }
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

Result<RecoveryReport> recoverLibrary(const std::string& name)
{
    const QFileInfo info(QString::fromStdString(name));
    if (!info.isFile())
        return tl::unexpected(sentences::noSuchFile(name));
    const std::string path = info.canonicalFilePath().toStdString();
    sqlite::FileLock::Attempt attempt = sqlite::FileLock::take(path + ".lock");
    if (!attempt.lock)
        return tl::unexpected(attempt.refusal == sqlite::FileLock::Refusal::Held
                                  ? sentences::lockedByOther(path, attempt.detail)
                                  : sentences::notWritable(path));
    Result<RecoveryReport> report =
        sqlite::guarded(path, [&]() -> Result<RecoveryReport> { return recoverUnderLock(path); });
    if (!report)
        removeMaking(path);
    return report;
}

} // namespace quarterdeck::storage
