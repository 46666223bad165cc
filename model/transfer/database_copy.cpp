#include "database_copy.h"

#include "sentences.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <array>
#include <cstring>
#include <exception>
#include <utility>

namespace quarterdeck::transfer {

using session::Nothing;
using session::Result;

namespace {

/// A database, the log of the newer kind, and the one of the older kind with what a write that was cut off is undone
/// by.
constexpr std::array suffixes = {"", "-wal", "-journal"};

QString withSuffix(const QString& path, const char* suffix) { return path + QLatin1String(suffix); }

/// Whose readers need a file for what they share, which the first of them makes.
bool hasLogOfNewerKind(const QString& path)
{
    constexpr qsizetype headerSize = 100;
    constexpr qsizetype kindAt = 18;
    QFile file(path);
    const QByteArray header = file.open(QIODevice::ReadOnly) ? file.read(headerSize) : QByteArray();
    return header.size() == headerSize && header.at(kindAt) == 2;
}

/// By SQLite itself, as one of those that read it.
bool isBackedUp(const QString& from, const QString& to)
{
    constexpr int patienceMs = 2'000;
    if (hasLogOfNewerKind(from) && !QFileInfo::exists(withSuffix(from, "-shm"))) {
        return false; // nobody has it open, and we would make that file
    }
    try {
        SQLite::Database source(from.toStdString(), SQLite::OPEN_READONLY, patienceMs);
        SQLite::Database target(to.toStdString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        SQLite::Backup backup(target, source);
        constexpr int all = -1;
        (void)backup.executeStep(all);
        return backup.getTotalPageCount() > 0 && backup.getRemainingPageCount() == 0;
    } catch (const std::exception&) {
        return false; // it is busy, damaged, or cannot be read so
    }
}

using Looks = std::array<std::pair<qint64, qint64>, suffixes.size()>;

/// Sizes and times.
Looks looksOf(const QString& path)
{
    Looks looks;
    for (std::size_t i = 0; i < suffixes.size(); ++i) {
        const QFileInfo file(withSuffix(path, suffixes.at(i)));
        looks.at(i) = {file.exists() ? file.size() : -1, file.lastModified().toMSecsSinceEpoch()};
    }
    return looks;
}

void removeAll(const QString& path)
{
    for (const char* suffix : {"", "-wal", "-journal", "-shm"}) {
        QFile::remove(withSuffix(path, suffix));
    }
}

/// File by file; SQLite makes of the copies what it would have made of them.
Result<Nothing> copyFiles(const QString& from, const QString& to)
{
    for (const char* suffix : suffixes) {
        QFile file(withSuffix(from, suffix));
        if (std::strlen(suffix) > 0 && !file.exists()) {
            continue;
        }
        const QString copy = withSuffix(to, suffix);
        if (!file.copy(copy)) {
            return tl::unexpected(sentences::notReadable(from.toStdString(), file.errorString().toStdString()));
        }
        QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
    }
    return Nothing{};
}

} // namespace

Result<Nothing> copyDatabase(const QString& from, const QString& to)
{
    constexpr int tries = 5;
    for (int i = 0; i < tries; ++i) {
        if (isBackedUp(from, to)) {
            return Nothing{};
        }
        removeAll(to);
        const Looks before = looksOf(from);
        const auto copied = copyFiles(from, to);
        if (looksOf(from) == before) {
            return copied;
        }
        removeAll(to);
    }
    return tl::unexpected(sentences::beingWritten(from.toStdString()));
}

} // namespace quarterdeck::transfer
