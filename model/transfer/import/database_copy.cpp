#include "model/transfer/import/database_copy.h"

#include "model/session/confined_database.h"
#include "model/session/open_beneath.h"
#include "model/transfer/import/foreign_database.h"
#include "model/transfer/transfer_errors.h"

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
#include <system_error>
#include <thread>
#include <utility>

namespace quarterdeck::transfer {

using session::ConfinedDatabase;
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
        : m_walls{{from.toStdString(), ConfinedDatabase::Use::Read}, {to.toStdString(), ConfinedDatabase::Use::Write}}
        , m_source(from.toStdString(), SQLite::OPEN_READONLY, 0, ConfinedDatabase::vfs())
        , m_target(to.toStdString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 0, ConfinedDatabase::vfs())
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

    struct Walls
    {
        ConfinedDatabase source;
        ConfinedDatabase target;
    };
    Walls m_walls;
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
    if (!copy.open(QIODevice::WriteOnly | QIODevice::NewOnly)
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

/// Copies file by file; SQLite treats the copies as it would have treated the originals, except that no journal names a
/// super-journal: it is in another place, and may be any file of the person.
Result<Nothing> copyFiles(const QString& from, const QString& to, const GoesOn& goesOn)
{
    for (const char* suffix : suffixes) {
        const std::string path = withSuffix(from, suffix).toStdString();
        QFile file;
        const std::error_code failure = session::openBeside(file, from, QLatin1String(suffix));
        if (failure == std::errc::no_such_file_or_directory && std::strlen(suffix) > 0) {
            continue;
        }
        if (failure) {
            return tl::unexpected(errors::notOpenedBeneath(path, failure));
        }
        QFile copy(withSuffix(to, suffix));
        if (!isCopied(file, copy, goesOn)) {
            const QFile& wrong = file.error() != QFile::NoError ? file : copy;
            return tl::unexpected(errors::notReadable(path, wrong.errorString().toStdString()));
        }
    }
    return session::forgetSuperJournal(withSuffix(to, "-journal").toStdString())
        ? Result<Nothing>(Nothing{})
        : tl::unexpected(errors::notReadable(from.toStdString(), "the copy of its journal"));
}

/// The file itself, beside which SQLite looks for the others.
QString withoutLinks(const QString& path)
{
    const QString canonical = QFileInfo(path).canonicalFilePath();
    return canonical.isEmpty() ? path : canonical;
}

} // namespace

Result<Nothing> copyDatabase(const QString& path, const QString& to, const GoesOn& goesOn)
{
    constexpr int tries = 5;
    const QString from = withoutLinks(path);
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
    return tl::unexpected(goesOn() ? errors::beingWritten(from.toStdString())
                                   : errors::importCancelled(QFileInfo(from).fileName().toStdString()));
}

} // namespace quarterdeck::transfer
