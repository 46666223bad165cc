#include "storage/backup/copies.h"

#include "storage/file_state.h"
#include "storage/sqlite/library_file.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <algorithm>
#include <filesystem>
#include <utility>

namespace quarterdeck::storage::backup {

using namespace session;

namespace {

const QString momentFormat = QStringLiteral("yyyy-MM-dd HH.mm.ss.zzz");
constexpr const char* keptWord = "kept";
constexpr const char* replacedWord = "replaced";
constexpr const char* damagedWord = "damaged";

bool isProven(const Backup& backup) { return backup.kind != BackupKind::InPart; }

QFileInfo infoOf(const std::string& place) { return QFileInfo(QString::fromStdString(place)); }

/// The library's own suffix, so that libraries that differ only in it have separate copies.
QString endingOf(const QFileInfo& library)
{
    return library.suffix().isEmpty() ? QString() : QLatin1Char('.') + library.suffix();
}

/// What the file's name tells; empty if it is not a copy of this library.
std::optional<Backup> namedBackup(const QFileInfo& file, const QFileInfo& library)
{
    const QString begin = library.completeBaseName() + QLatin1Char(' ');
    const QString ending = endingOf(library);
    const QString name = file.fileName();
    if (!name.startsWith(begin) || !name.endsWith(ending))
        return std::nullopt;
    const qsizetype momentAt = begin.size();
    const QString kind = name.chopped(ending.size()).mid(momentAt + momentFormat.size() + 1);
    const auto* sort =
        std::ranges::find_if(sorts, [&](const BackupSchedule& one) { return kind == QLatin1String(one.word); });
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

std::int64_t ask(sqlite::Connection& connection, const char* sql)
{
    sqlite::Query row = connection.query(sql);
    return row.next() ? row.number(0) : 0;
}

} // namespace

QString folderOf(const QFileInfo& library) { return library.absolutePath() + QStringLiteral("/backups"); }

QString nameOf(const QFileInfo& library, BackupKind kind, Timestamp made)
{
    return QStringLiteral("%1/%2 %3 %4%5")
        .arg(folderOf(library), library.completeBaseName(),
             QDateTime::fromMSecsSinceEpoch(made.msSinceEpoch, Qt::UTC).toString(momentFormat),
             QLatin1String(std::ranges::find(sorts, kind, &BackupSchedule::kind)->word), endingOf(library));
}

std::vector<Backup> namedBackups(const std::string& place)
{
    const QFileInfo library = infoOf(place);
    std::vector<Backup> backups;
    for (const QFileInfo& file : QDir(folderOf(library)).entryInfoList(QDir::Files)) {
        if (const std::optional<Backup> backup = namedBackup(file, library))
            backups.push_back(*backup);
    }
    std::ranges::sort(backups, std::ranges::greater{}, [](const Backup& one) { return one.made.msSinceEpoch; });
    return backups;
}

std::vector<Backup> namedAsides(const std::string& place)
{
    std::vector<Backup> backups;
    for (const recover::SetAsideFile& aside : recover::setAsideFilesOf(place)) {
        if (aside.word != keptWord && aside.word != replacedWord)
            continue;
        Backup backup;
        backup.path = aside.path;
        backup.kind = aside.word == keptWord ? BackupKind::Kept : BackupKind::Replaced;
        backup.made = aside.moment;
        backups.push_back(std::move(backup));
    }
    return backups;
}

std::vector<Backup> damagedAsides(const std::string& place)
{
    std::vector<Backup> backups;
    for (const recover::SetAsideFile& aside : recover::setAsideFilesOf(place)) {
        Backup backup;
        backup.path = aside.path;
        backup.kind = BackupKind::Damaged;
        backup.made = aside.moment;
        backup.bytes = sizeOf(aside.path);
        if (aside.word == damagedWord && backup.bytes > 0)
            backups.push_back(std::move(backup));
    }
    return backups;
}

bool hasEarlierCopies(const std::string& place)
{
    const auto isOfALibrary = [](const recover::SetAsideFile& aside) {
        return aside.word == keptWord || aside.word == replacedWord || aside.word == damagedWord;
    };
    return !namedBackups(place).empty() || std::ranges::any_of(recover::setAsideFilesOf(place), isOfALibrary);
}

void count(sqlite::Connection& connection, Backup& backup)
{
    backup.sessions = ask(connection, "SELECT count(*) FROM sessions WHERE is_complete");
    backup.events = ask(connection, "SELECT coalesce(sum(last_seq), 0) FROM sessions WHERE is_complete");
    backup.bytes = infoOf(connection.path()).size();
}

Result<Backup> readBackup(Backup backup)
{
    if (sizeOf(backup.path) == 0)
        return tl::unexpected(errors::noSuchBackup(backup.path));
    if (sqlite::fileStateOf(backup.path) != sqlite::FileState::Sqlite) // cut short, say
        return tl::unexpected(errors::damaged(backup.path, "no whole SQLite file"));
    return sqlite::catchSqliteErrors(backup.path, [&]() -> Result<Backup> {
        // A file put aside as a crash had left it has some of its sessions in its log.
        const auto mode = sqlite::hasLog(backup.path) ? sqlite::Mode::Read : sqlite::Mode::ReadImmutable;
        sqlite::Connection connection(backup.path, mode);
        count(connection, backup);
        backup.isOfNewerVersion = sqlite::readSchemaState(connection).version > sqlite::schemaVersion;
        return std::move(backup);
    });
}

std::optional<Backup> newestBackup(const std::string& place)
{
    std::vector<Backup> backups = namedBackups(place);
    for (Backup& aside : namedAsides(place)) {
        if (aside.kind == BackupKind::Kept)
            backups.push_back(std::move(aside));
    }
    std::ranges::sort(backups, std::ranges::greater{}, [](const Backup& one) { return one.made.msSinceEpoch; });
    std::stable_partition(backups.begin(), backups.end(), isProven); // clang 14 takes no subrange for a range
    for (Backup& named : backups) {
        if (Result<Backup> backup = readBackup(std::move(named)))
            return std::move(*backup);
    }
    return std::nullopt;
}

void keepNewest(const std::string& place)
{
    for (Backup& named : namedBackups(place)) {
        if (!isProven(named))
            continue;
        const Result<Backup> backup = readBackup(std::move(named));
        if (!backup)
            continue;
        if (backup->kind != BackupKind::ByHand && !hardLinkAs(place, *backup, BackupKind::ByHand))
            (void)QFile::copy(QString::fromStdString(backup->path),
                              nameOf(infoOf(place), BackupKind::ByHand, backup->made));
        return;
    }
}

bool hardLinkAs(const std::string& place, const Backup& backup, BackupKind kind)
{
    std::error_code failure;
    std::filesystem::create_hard_link(backup.path, nameOf(infoOf(place), kind, backup.made).toStdString(), failure);
    return !failure;
}

} // namespace quarterdeck::storage::backup
