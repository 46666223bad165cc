#include "storage/backup/copying.h"

#include "model/session/confined_database.h"
#include "storage/backup/copies.h"
#include "storage/log/content_check.h"
#include "storage/log/event_id.h"
#include "storage/log/log_reader.h"
#include "storage/sqlite/library_file.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace quarterdeck::storage::backup {

namespace {

/// Throws if a page cannot be read, which the check reports like any fault of the file.
std::string faultsOfPages(sqlite::Connection& file)
{
    sqlite::Query row = file.query("PRAGMA integrity_check(1)");
    const std::string told = row.next() ? row.text(0) : std::string("nothing");
    const bool isUnread =
        told.find("unable to get the page. error code=") != std::string::npos && !told.ends_with("=11"); // of a tree
    const bool isRestUnread = told.find("failed to get page") != std::string::npos; // where a row goes on
    if (isUnread || isRestUnread)
        throw SQLite::Exception(told, SQLITE_IOERR);
    return told == "ok" ? std::string() : "integrity_check: " + told;
}

/// An older version has only one column, whatever version the file claims.
const char* payloadsOf(sqlite::Connection& file)
{
    sqlite::Query column = file.query("SELECT 1 FROM pragma_table_info('events') WHERE name = 'packed'");
    return column.next() ? "SELECT id, kind, version, plain, packed FROM events"
                         : "SELECT id, kind, version, payload, NULL FROM events";
}

/// Collected while the content is read.
struct FoundDamage
{
    std::string first;
    std::set<std::int64_t> sessions; ///< by their numbers
};

void checkPayloads(sqlite::Connection& file, FoundDamage& damage)
{
    sqlite::Query row = file.query(payloadsOf(file));
    while (row.next()) {
        if (sqlite::isPayloadIntact(row, 1))
            continue;
        const std::int64_t session = row.number(0) >> sqlite::eventIdSeqBits;
        if (damage.first.empty())
            damage.first = "the payload of event " + std::to_string(sqlite::seqOf(row.number(0)).value) + " of session "
                + std::to_string(session);
        damage.sessions.insert(session);
    }
}

void addShownIn(sqlite::Connection& file, const std::string& hash, std::set<std::int64_t>& sessions)
{
    sqlite::Query row = file.query("SELECT session FROM attachment_references WHERE hash = ?");
    row.bind(hash);
    while (row.next())
        sessions.insert(row.number(0));
}

void checkAttachments(sqlite::Connection& file, const std::stop_token& stop, FoundDamage& damage)
{
    sqlite::forEachDamagedAttachment(file, stop, [&](const std::string& hash) {
        if (damage.first.empty())
            damage.first = "the bytes of attachment " + hash;
        addShownIn(file, hash, damage.sessions);
    });
}

/// As the person named them.
std::vector<std::string> titlesOf(sqlite::Connection& file, const std::set<std::int64_t>& sessions)
{
    const char* sql = sqlite::readSchemaState(file).version >= sqlite::labelsVersion
        ? "SELECT coalesce(nullif((SELECT title FROM labels WHERE session = id), ''), title) FROM sessions"
          " WHERE is_complete AND id = ?"
        : "SELECT title FROM sessions WHERE is_complete AND id = ?";
    std::vector<std::string> titles;
    for (const std::int64_t session : sessions) {
        sqlite::Query row = file.query(sql);
        if (row.bind(session).next())
            titles.push_back(row.text(0));
    }
    return titles;
}

} // namespace

std::string findCopyProblems(sqlite::Connection& file, const Backup& counted)
{
    if (std::string faults = faultsOfPages(file); !faults.empty())
        return faults;
    const std::int64_t events = sqlite::countEvents(file);
    return events == counted.events
        ? std::string()
        : std::to_string(events) + " events, and the list of sessions has " + std::to_string(counted.events);
}

Damage damagedContent(sqlite::Connection& file, const std::stop_token& stop)
{
    FoundDamage damage;
    checkPayloads(file, damage);
    checkAttachments(file, stop, damage);
    return {damage.first, titlesOf(file, damage.sessions)};
}

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

using namespace session;

namespace {

/// Copies what a reader sees at one moment, page by page, even damaged pages. Throws SQLite::Exception.
void copyPages(sqlite::Connection& source, const std::string& making, const std::stop_token& stop)
{
    constexpr int pagesAtOnce = 1000;
    const ConfinedDatabase wall(making, ConfinedDatabase::Use::Write);
    SQLite::Database copy(making, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 0, ConfinedDatabase::vfs());
    // Otherwise it would start over whenever something is written. The snapshot is taken at the first read.
    const sqlite::Transaction moment(source, sqlite::Transaction::Kind::Read);
    (void)source.pragma("schema_version");
    const std::unique_ptr<sqlite3_backup, int (*)(sqlite3_backup*)> copying(
        sqlite3_backup_init(copy.getHandle(), "main", source.handle(), "main"), sqlite3_backup_finish);
    if (!copying)
        throw SQLite::Exception(copy.getHandle(), sqlite3_errcode(copy.getHandle()));
    int status = SQLITE_OK;
    while (status == SQLITE_OK && !stop.stop_requested())
        status = sqlite3_backup_step(copying.get(), pagesAtOnce);
    if (status != SQLITE_OK && status != SQLITE_DONE)
        throw SQLite::Exception(sqlite3_errstr(status), status);
}

/// What SQLite cannot read is left to a recovery of the copy.
Result<Backup> copyAsItIs(const std::string& library, const std::string& making, std::string damage,
                          const std::stop_token& stop)
{
    std::error_code ignored;
    std::filesystem::remove(making, ignored); // what there is of the other one
    (void)createOwnerOnlyFile(making);
    {
        sqlite::Connection source(library, sqlite::Mode::Read);
        copyPages(source, making, stop);
    }
    if (stop.stop_requested())
        return tl::unexpected(errors::cancelled(library));
    sqlite::Connection copy(making, sqlite::Mode::ReadImmutable);
    Backup counted;
    count(copy, counted);
    counted.damage = errors::copiedInPart(library, {}, std::move(damage));
    return counted;
}

/// Content is checked only if the pages are sound and the proof asks for it.
Damage damageOf(sqlite::Connection& file, const Backup& counted, CopyCheckLevel proof, const std::stop_token& stop)
{
    std::string fault = findCopyProblems(file, counted);
    if (!fault.empty() || proof == CopyCheckLevel::Pages)
        return {std::move(fault), {}};
    return damagedContent(file, stop);
}

/// If it is not, whatever this proof found wrong in a copy was caused by copying. Throws SQLite::Exception.
bool isDamaged(const std::string& library, CopyCheckLevel proof, const std::stop_token& stop)
{
    bool isWhole = false;
    const bool isRead = sqlite::isReadable([&] {
        sqlite::Connection source(library, sqlite::Mode::Read);
        source.interruptOn(stop);
        const sqlite::Transaction moment(source, sqlite::Transaction::Kind::Read);
        Backup counted;
        count(source, counted);
        isWhole = damageOf(source, counted, proof, stop).first.empty();
    });
    return !isRead || !isWhole;
}

/// Proves what SQLite has copied.
Result<Backup> prove(const std::string& library, const std::string& making, CopyCheckLevel proof,
                     const std::stop_token& stop)
{
    sqlite::Connection copy(making, sqlite::Mode::ReadImmutable);
    copy.interruptOn(stop);
    Backup counted;
    count(copy, counted);
    Damage damage = damageOf(copy, counted, CopyCheckLevel::Pages, stop);
    const CopyCheckLevel tried = damage.first.empty() ? proof : CopyCheckLevel::Pages;
    if (tried != CopyCheckLevel::Pages)
        damage = damagedContent(copy, stop);
    const bool isWhole = damage.first.empty();
    const bool isFaithful = isWhole || (proof == CopyCheckLevel::InPart && isDamaged(library, tried, stop));
    if (stop.stop_requested())
        return tl::unexpected(errors::cancelled(library));
    if (!isFaithful)
        return tl::unexpected(errors::badCopy(library, std::move(damage.first)));
    if (!isWhole)
        counted.damage = errors::copiedInPart(library, damage.sessions, std::move(damage.first));
    return counted;
}

} // namespace

Result<Backup> copyTo(const std::string& library, const std::string& making, CopyCheckLevel proof,
                      const std::stop_token& stop)
{
    // Nobody writes while a backup is being restored.
    const std::int64_t kept = proof == CopyCheckLevel::Pages ? 0 : reserve;
    if (std::optional<Error> refusal = checkFreeSpace(library, sizeOf(library), making, kept))
        return tl::unexpected(std::move(*refusal));
    try {
        const ConfinedDatabase target(making, ConfinedDatabase::Use::Write); // SQLite attaches it
        sqlite::Connection source(library, sqlite::Mode::Read);
        if (sqlite::readSchemaState(source).applicationId != sqlite::applicationId)
            return tl::unexpected(errors::noLibrary(library, "another program's application_id"));
        source.interruptOn(stop);
        source.execute("PRAGMA query_only = OFF"); // it counts as writing, though only to the copy
        source.query("VACUUM INTO ?").bind(making).run();
    } catch (const SQLite::Exception& failure) {
        if (proof != CopyCheckLevel::InPart || !sqlite::isDamage(failure))
            throw;
        return copyAsItIs(library, making, failure.what(), stop);
    }
    // A small library is copied before SQLite ever asks.
    if (stop.stop_requested())
        return tl::unexpected(errors::cancelled(library));
    return prove(library, making, proof, stop);
}

} // namespace quarterdeck::storage::backup
