#include "database_copy.h"

#include "foreign_database.h"
#include "sentences.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <exception>
#include <sqlite3.h>
#include <thread>
#include <utility>

namespace quarterdeck::transfer {

using session::Nothing;
using session::Result;

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// A database, its write-ahead log, and its rollback journal, by which an unfinished write is
/// undone.
constexpr std::array suffixes = {"", "-wal", "-journal"};
constexpr qint64 bytesAtOnce = qint64{1} << 20;

QString withSuffix(const QString& path, const char* suffix) { return path + QLatin1String(suffix); }

/// What an SQLite file says of itself in its header.
struct Header
{
    bool hasLogOfNewerKind = false; ///< whose readers need a file for what they share, which the first of them makes
    int pageSize = 1;
};

Header headerOf(const QString& path)
{
    constexpr qsizetype pageSizeAt = 16;
    constexpr qsizetype kindAt = 18;
    const QByteArray bytes = databaseHeader(path.toStdString());
    if (bytes.isEmpty()) {
        return {};
    }
    const auto byteAt = [&](qsizetype at) { return static_cast<int>(static_cast<unsigned char>(bytes.at(at))); };
    const int pageSize = byteAt(pageSizeAt) * 256 + byteAt(pageSizeAt + 1);
    return {byteAt(kindAt) == 2, pageSize > 1 ? pageSize : 65'536}; // 1 stands for the largest
}

/// Uses SQLite's own backup, as one of the readers.
class Backup
{
public:
    /// Throws.
    Backup(const QString& from, const QString& to, const Header& header)
        : m_source(from.toStdString(), SQLite::OPEN_READONLY)
        , m_target(to.toStdString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        , m_backup(m_target, m_source)
        , m_pages(std::max(1, static_cast<int>(bytesAtOnce / header.pageSize)))
    {
        if (header.hasLogOfNewerKind) { // who writes waits for no reader, and what one reads stays as it is
            m_source.exec("BEGIN");
            (void)m_source.execAndGet("PRAGMA schema_version");
        }
    }

    /// False if it is busy for long, written to all the time, or to be stopped. Throws.
    [[nodiscard]] bool run(const GoesOn& goesOn)
    {
        constexpr auto patience = 2s;
        Clock::time_point busySince = Clock::now();
        while (goesOn()) {
            const auto begun = Clock::now();
            const int before = m_backup.getRemainingPageCount();
            const int result = m_backup.executeStep(m_pages);
            const auto end = Clock::now();
            if (result == SQLITE_DONE) {
                return m_backup.getTotalPageCount() > 0;
            }
            const bool isBusy = result != SQLITE_OK;
            busySince = isBusy ? busySince : end;
            if (end - busySince > patience || (!isBusy && hasBegunAnew(before) && !takeMore(end - begun))) {
                return false;
            }
            constexpr Clock::duration shortest = 1ms;
            constexpr Clock::duration longest = 20ms;
            std::this_thread::sleep_for(isBusy ? longest : std::clamp(end - begun, shortest, longest));
        }
        return false;
    }

private:
    /// It was written to since the previous step.
    [[nodiscard]] bool hasBegunAnew(int before) const
    {
        return before > 0 && m_backup.getRemainingPageCount() > before - m_pages;
    }
    /// False if that does not help either. `held`: how long the last step blocked writers.
    [[nodiscard]] bool takeMore(Clock::duration held)
    {
        constexpr int mostTimes = 20;
        constexpr int mostPages = 1 << 20;
        constexpr auto longestHeld = 300ms; // node-sqlite3 waits for a second, most others for five
        m_pages = held * 2 < longestHeld ? std::min(m_pages * 2, mostPages) : m_pages;
        return ++m_times < mostTimes;
    }

    SQLite::Database m_source;
    SQLite::Database m_target;
    SQLite::Backup m_backup;
    int m_pages; ///< of a step
    int m_times = 0;
};

bool isBackedUp(const QString& from, const QString& to, const GoesOn& goesOn)
{
    const Header header = headerOf(from);
    if (header.hasLogOfNewerKind && !QFileInfo::exists(withSuffix(from, "-shm"))) {
        return false; // nobody has it open, and we would make that file
    }
    try {
        return Backup(from, to, header).run(goesOn);
    } catch (const std::exception&) {
        return false; // it is damaged, or cannot be read so
    }
}

using Looks = std::array<std::pair<qint64, qint64>, suffixes.size()>;

/// Sizes and times of the files.
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

/// False on failure (see `errorString` of both) or if it is to be stopped.
bool isCopied(QFile& file, QFile& copy, const GoesOn& goesOn)
{
    if (!file.open(QIODevice::ReadOnly) || !copy.open(QIODevice::WriteOnly | QIODevice::NewOnly)
        || !copy.setPermissions(QFile::ReadOwner | QFile::WriteOwner)) {
        return false;
    }
    while (goesOn()) {
        const QByteArray piece = file.read(bytesAtOnce);
        if (piece.isEmpty()) {
            return file.error() == QFile::NoError && copy.flush();
        }
        if (copy.write(piece) != piece.size()) {
            return false;
        }
    }
    return false;
}

/// Copies file by file; SQLite treats the copies as it would have treated the originals.
Result<Nothing> copyFiles(const QString& from, const QString& to, const GoesOn& goesOn)
{
    for (const char* suffix : suffixes) {
        QFile file(withSuffix(from, suffix));
        if (std::strlen(suffix) > 0 && !file.exists()) {
            continue;
        }
        QFile copy(withSuffix(to, suffix));
        if (!isCopied(file, copy, goesOn)) {
            const QFile& wrong = file.error() != QFile::NoError ? file : copy;
            return tl::unexpected(sentences::notReadable(from.toStdString(), wrong.errorString().toStdString()));
        }
    }
    return Nothing{};
}

} // namespace

Result<Nothing> copyDatabase(const QString& from, const QString& to, const GoesOn& goesOn)
{
    constexpr int tries = 5;
    for (int i = 0; i < tries && goesOn(); ++i) {
        if (isBackedUp(from, to, goesOn)) {
            return Nothing{};
        }
        removeAll(to);
        const Looks before = looksOf(from);
        const auto copied = copyFiles(from, to, goesOn);
        if (looksOf(from) == before && goesOn()) {
            return copied;
        }
        removeAll(to);
    }
    return tl::unexpected(goesOn() ? sentences::beingWritten(from.toStdString())
                                   : sentences::importCancelled(QFileInfo(from).fileName().toStdString()));
}

} // namespace quarterdeck::transfer
