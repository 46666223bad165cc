#include "storage/recover_library.h"

#include "recover/rebuild.h"
#include "recover/salvage.h"
#include "sentences.h"
#include "sqlite/file_lock.h"
#include "sqlite/guarded.h"
#include "sqlite/schema.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <algorithm>
#include <filesystem>
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

/// "library (damaged 2026-11-22 02.43.11).db", of which there is none yet.
std::string asideName(const std::string& path)
{
    const QFileInfo info(QString::fromStdString(path));
    const QString moment = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd HH.mm.ss"));
    const QString suffix = info.suffix().isEmpty() ? QString() : QLatin1Char('.') + info.suffix();
    for (int i = 1;; ++i) {
        const QString number = i == 1 ? QString() : QStringLiteral(", %1").arg(i);
        const QString name = QStringLiteral("%1/%2 (damaged %3%4)%5")
                                 .arg(info.absolutePath(), info.completeBaseName(), moment, number, suffix);
        if (!QFileInfo::exists(name))
            return name.toStdString();
    }
}

/// At every moment there is a file in the library's place, so that nobody makes an empty one there: the damaged one is
/// given its second name before the new one takes the first. Its log goes before, as it must not meet the new file.
std::error_code putInPlace(const std::string& path, const std::string& aside)
{
    namespace fs = std::filesystem;
    std::error_code failure;
    fs::create_hard_link(path, aside, failure);
    if (failure)
        fs::copy_file(path, aside, failure); // a file system without second names
    if (!failure && fs::exists(path + "-wal"))
        fs::rename(path + "-wal", aside + "-wal", failure);
    if (!failure) {
        std::error_code ignored;
        fs::remove(path + "-shm", ignored);
        fs::rename(path + making, path, failure);
    }
    return failure;
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
    RecoveryReport report{asideName(path), std::move(*sessions)};
    if (const std::error_code failure = putInPlace(path, report.keptAside)) {
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
