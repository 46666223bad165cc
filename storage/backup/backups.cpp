#include "storage/backups.h"

#include "backup/room.h"
#include "recover/put_aside.h"
#include "recover/replacement.h"
#include "sentences.h"
#include "sqlite/file_lock.h"
#include "sqlite/guarded.h"
#include "sqlite/logging.h"
#include "sqlite/schema.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <sqlite3.h>
#include <utility>

namespace quarterdeck::storage {

using namespace session;

namespace {

constexpr std::int64_t day = 24LL * 60 * 60 * 1000;

struct Sort
{
    BackupKind kind;
    const char* word;   ///< in the file's name
    std::int64_t every; ///< 0 = not by time
    std::size_t kept;   ///< 0 = all
};
constexpr std::array sorts = {
    Sort{BackupKind::Daily, "daily", day, 7},
    Sort{BackupKind::Weekly, "weekly", 7 * day, 4},
    Sort{BackupKind::ByHand, "by hand", 0, 0},
    Sort{BackupKind::BeforeUpdate, "before update", 0, 3},
};
const Sort& sortOf(BackupKind kind) { return *std::ranges::find(sorts, kind, &Sort::kind); }

const QString momentFormat = QStringLiteral("yyyy-MM-dd HH.mm.ss.zzz");

QString folderOf(const QFileInfo& library) { return library.absolutePath() + QStringLiteral("/backups"); }

/// "quarterdeck 2026-11-22 03.20.11.042 daily.db", in UTC, so that names keep their order.
QString nameOf(const QFileInfo& library, BackupKind kind, Timestamp made)
{
    return QStringLiteral("%1/%2 %3 %4.db")
        .arg(folderOf(library), library.completeBaseName(),
             QDateTime::fromMSecsSinceEpoch(made.msSinceEpoch, Qt::UTC).toString(momentFormat),
             QLatin1String(sortOf(kind).word));
}

std::int64_t ask(sqlite::Connection& connection, const char* sql)
{
    sqlite::Query row = connection.query(sql);
    return row.next() ? row.number(0) : 0;
}

/// What the list of sessions says: the copy was compared with its events when it was made.
void count(sqlite::Connection& connection, Backup& backup)
{
    backup.sessions = ask(connection, "SELECT count(*) FROM sessions WHERE is_complete");
    backup.events = ask(connection, "SELECT coalesce(sum(last_seq), 0) FROM sessions WHERE is_complete");
    backup.bytes = QFileInfo(QString::fromStdString(connection.path())).size();
}

/// Throws when a page cannot be read: the check tells of that as of a fault of the file.
std::string faultsOfPages(sqlite::Connection& connection)
{
    sqlite::Query row = connection.query("PRAGMA integrity_check(1)");
    const std::string told = row.next() ? row.text(0) : std::string("nothing");
    const bool isUnread =
        told.find("unable to get the page. error code=") != std::string::npos && !told.ends_with("=11"); // of a tree
    const bool isRestUnread = told.find("failed to get page") != std::string::npos; // where a row goes on
    if (isUnread || isRestUnread)
        throw SQLite::Exception(told, SQLITE_IOERR);
    return told == "ok" ? std::string() : "integrity_check: " + told;
}

std::string faultsOfCopy(sqlite::Connection& connection, const Backup& counted)
{
    if (sqlite::readSchemaState(connection).applicationId != sqlite::applicationId)
        return "it is no library";
    if (std::string faults = faultsOfPages(connection); !faults.empty())
        return faults;
    const std::int64_t events = ask(connection,
                                    "SELECT count(*) FROM events"
                                    " WHERE id >> 40 IN (SELECT id FROM sessions WHERE is_complete)");
    return events == counted.events
        ? std::string()
        : std::to_string(events) + " events, and the list of sessions has " + std::to_string(counted.events);
}

/// Copies and counts; the copy is still under a name that is no backup's.
Result<Backup> copyTo(const std::string& library, const std::string& making, const std::stop_token& stop)
{
    if (std::optional<Error> refusal = backup::wantOfRoom(library, backup::sizeOf(library), making))
        return tl::unexpected(std::move(*refusal));
    {
        sqlite::Connection source(library, sqlite::Mode::Read);
        source.interruptOn(stop);
        source.execute("PRAGMA query_only = OFF"); // it counts as writing, though only to the copy
        source.query("VACUUM INTO ?").bind(making).run();
    }
    // A small library is copied before SQLite asks.
    if (stop.stop_requested())
        return tl::unexpected(sentences::cancelled(library));
    sqlite::Connection copy(making, sqlite::Mode::ReadImmutable);
    copy.interruptOn(stop);
    Backup backup;
    count(copy, backup);
    if (std::string fault = faultsOfCopy(copy, backup); !fault.empty())
        return tl::unexpected(sentences::badCopy(library, std::move(fault)));
    return backup;
}

/// What the file's name says.
std::optional<Backup> namedBackup(const QFileInfo& file, const QString& base)
{
    const QString name = file.completeBaseName();
    const qsizetype momentAt = base.size() + 1;
    const QString kind = name.mid(momentAt + momentFormat.size() + 1);
    const auto* sort = std::ranges::find_if(sorts, [&](const Sort& one) { return kind == QLatin1String(one.word); });
    QDateTime moment = QDateTime::fromString(name.mid(momentAt, momentFormat.size()), momentFormat);
    if (sort == sorts.end() || !moment.isValid())
        return std::nullopt;
    moment.setTimeSpec(Qt::UTC);
    Backup backup;
    backup.path = file.absoluteFilePath().toStdString();
    backup.kind = sort->kind;
    backup.made = {moment.toMSecsSinceEpoch()};
    return backup;
}

/// Newest first.
std::vector<Backup> namedBackups(const std::string& name)
{
    const QFileInfo library(QFileInfo(QString::fromStdString(name)).canonicalFilePath());
    const QString base = library.completeBaseName();
    std::vector<Backup> backups;
    for (const QFileInfo& file : QDir(folderOf(library)).entryInfoList({QStringLiteral("*.db")}, QDir::Files)) {
        if (!file.fileName().startsWith(base + QLatin1Char(' ')))
            continue;
        if (const std::optional<Backup> backup = namedBackup(file, base))
            backups.push_back(*backup);
    }
    std::ranges::sort(backups, std::ranges::greater{}, [](const Backup& one) { return one.made.msSinceEpoch; });
    return backups;
}

std::optional<Backup> readBackup(Backup backup)
{
    const auto counted = sqlite::guarded(backup.path, [&]() -> Result<Nothing> {
        sqlite::Connection connection(backup.path, sqlite::Mode::ReadImmutable);
        count(connection, backup);
        return Nothing{};
    });
    return counted ? std::optional(backup) : std::nullopt;
}

void removeOld(const std::vector<Backup>& backups)
{
    for (const Sort& sort : sorts) {
        std::size_t seen = 0;
        for (const Backup& backup : backups) {
            if (backup.kind == sort.kind && ++seen > sort.kept && sort.kept > 0)
                QFile::remove(QString::fromStdString(backup.path));
        }
    }
}

std::vector<BackupKind> dueKinds(const std::vector<Backup>& backups, Timestamp now)
{
    std::vector<BackupKind> due;
    for (const Sort& sort : sorts) {
        const auto last = std::ranges::find(backups, sort.kind, &Backup::kind);
        // One of the future was made before the clock was set right.
        const bool isDue = sort.every > 0
            && (last == backups.end() || now.msSinceEpoch - last->made.msSinceEpoch >= sort.every
                || last->made.msSinceEpoch > now.msSinceEpoch + day);
        if (isDue)
            due.push_back(sort.kind);
    }
    return due;
}

/// Gives the same file a second name, by which it is of this kind. Nobody writes to a backup.
bool giveSecondName(const std::string& library, const Backup& backup, BackupKind kind)
{
    const QFileInfo file(QFileInfo(QString::fromStdString(library)).canonicalFilePath());
    std::error_code failure;
    std::filesystem::create_hard_link(backup.path, nameOf(file, kind, backup.made).toStdString(), failure);
    return !failure;
}

} // namespace

Result<Backup> makeBackup(const std::string& name, BackupKind kind, const std::stop_token& stop)
{
    const QFileInfo library(QFileInfo(QString::fromStdString(name)).canonicalFilePath());
    const std::string path = library.filePath().toStdString();
    if (path.empty())
        return tl::unexpected(sentences::noSuchFile(name));
    if (!QDir().mkpath(folderOf(library)))
        return tl::unexpected(sentences::folderNotMade(folderOf(library).toStdString()));
    const Timestamp made{QDateTime::currentMSecsSinceEpoch()};
    const QString place = nameOf(library, kind, made);
    const QString making = place + QStringLiteral(".making");
    const auto clear = [&] {
        for (const char* end : {"", "-journal"})
            QFile::remove(making + QLatin1String(end));
    };
    clear();
    Result<Backup> backup = sqlite::guarded(path, [&] { return copyTo(path, making.toStdString(), stop); });
    if (backup && !QFile::rename(making, place))
        backup = tl::unexpected(sentences::failed(path, "the copy cannot be given its name"));
    if (!backup) {
        clear();
        return backup;
    }
    backup->path = place.toStdString();
    backup->kind = kind;
    backup->made = made;
    return backup;
}

std::vector<Backup> listBackups(const std::string& library)
{
    std::vector<Backup> backups;
    for (Backup& named : namedBackups(library)) {
        if (const std::optional<Backup> backup = readBackup(std::move(named)))
            backups.push_back(*backup);
    }
    return backups;
}

std::optional<Timestamp> lastBackup(const std::string& library)
{
    const std::vector<Backup> backups = namedBackups(library);
    return backups.empty() ? std::nullopt : std::optional(backups.front().made);
}

Result<int> makeDueBackups(const std::string& library, Timestamp now, const std::stop_token& stop)
{
    const std::vector<BackupKind> due = dueKinds(listBackups(library), now);
    std::optional<Backup> whole;
    for (const BackupKind kind : due) {
        // One that was found whole serves all.
        if (whole && giveSecondName(library, *whole, kind))
            continue;
        Result<Backup> made = makeBackup(library, kind, stop);
        if (!made)
            return tl::unexpected(made.error());
        whole = std::move(*made);
    }
    if (!due.empty())
        removeOld(listBackups(library));
    return static_cast<int>(due.size());
}

Result<std::string> restoreBackup(const std::string& name, const std::string& backup, const std::stop_token& stop)
{
    const std::string path = QFileInfo(QString::fromStdString(name)).canonicalFilePath().toStdString();
    if (path.empty())
        return tl::unexpected(sentences::noSuchFile(name));
    const sqlite::FileLock::Attempt attempt = sqlite::FileLock::take(path + ".lock");
    if (!attempt.lock)
        return tl::unexpected(attempt.refusal == sqlite::FileLock::Refusal::Held
                                  ? sentences::lockedByOther(path, attempt.detail)
                                  : sentences::notWritable(path));
    const QString restoring = QString::fromStdString(path + ".restoring");
    const auto clear = [&] {
        for (const char* end : {"", "-journal"})
            QFile::remove(restoring + QLatin1String(end));
    };
    if (const std::error_code failure = recover::finishReplacement(path))
        return tl::unexpected(sentences::failed(path, failure.message()));
    clear();
    // A copy that is checked once more; the backup stays what it is.
    Result<Backup> copied = sqlite::guarded(backup, [&] { return copyTo(backup, restoring.toStdString(), stop); });
    if (copied && stop.stop_requested()) // while it was checked
        copied = tl::unexpected(sentences::cancelled(backup));
    const std::string aside = recover::asideName(path, "replaced");
    if (copied) {
        if (const std::error_code failure = recover::replaceFile(path, aside, restoring.toStdString()))
            copied = tl::unexpected(sentences::failed(path, failure.message()));
    }
    if (!copied) {
        if (!recover::isBeingReplaced(path)) // else it tells the next opening what is in the library's place
            clear();
        return tl::unexpected(copied.error());
    }
    return aside;
}

} // namespace quarterdeck::storage
