#include "storage/backup/copying.h"

#include "model/session/confined_database.h"
#include "storage/backup/copies.h"
#include "storage/backup/copy_check.h"
#include "storage/sqlite/free_space.h"
#include "storage/sqlite/permissions.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <system_error>
#include <utility>

namespace quarterdeck::storage::backup {

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
