#include "storage/backup/unfinished_backup.h"

#include "storage/backup/copies.h"
#include "storage/sqlite/durable.h"
#include "storage/sqlite/permissions.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <utility>

namespace quarterdeck::storage::backup {

namespace {

const QString ending = QStringLiteral(".making");

std::unique_ptr<sqlite::FileLock> lockOf(const QString& making)
{
    return std::move(sqlite::FileLock::take((making + QStringLiteral(".lock")).toStdString()).lock);
}

void removeCopy(const QString& making)
{
    for (const char* end : {"", "-journal"})
        QFile::remove(making + QLatin1String(end));
}

/// Without the files that belong to them.
QSet<QString> unfinishedIn(const QDir& folder, const QString& base)
{
    QSet<QString> unfinished;
    for (const QString& name : folder.entryList({QLatin1Char('*') + ending + QLatin1Char('*')}, QDir::Files)) {
        if (name.startsWith(base + QLatin1Char(' ')))
            unfinished.insert(folder.filePath(name.left(name.lastIndexOf(ending) + ending.size())));
    }
    return unfinished;
}

} // namespace

UnfinishedBackup::UnfinishedBackup(QString place) : m_path(std::move(place) + ending), m_lock(lockOf(m_path))
{
    removeCopy(m_path);
    (void)createOwnerOnlyFile(path()); // else SQLite says why
}

UnfinishedBackup::~UnfinishedBackup() { removeCopy(m_path); }

std::error_code UnfinishedBackup::commitAs(const QString& place)
{
    if (const std::error_code failure = syncFile(path()))
        return failure;
    if (!QFile::rename(m_path, place))
        return std::make_error_code(std::errc::io_error);
    // The folder itself may be new.
    const std::error_code failure = syncFolderOf(place.toStdString());
    return failure ? failure : syncFolderOf(QFileInfo(place).absolutePath().toStdString());
}

void removeUnfinished(const QFileInfo& library)
{
    const QString base = library.completeBaseName();
    const QSet<QString> unfinished =
        unfinishedIn(QDir(folderOf(library)), base) + unfinishedIn(library.absoluteDir(), base);
    for (const QString& making : std::as_const(unfinished)) {
        if (const std::unique_ptr<sqlite::FileLock> lock = lockOf(making))
            removeCopy(making);
    }
}

} // namespace quarterdeck::storage::backup
