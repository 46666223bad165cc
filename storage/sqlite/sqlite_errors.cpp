#include "storage/sqlite/sqlite_errors.h"

#include "storage/sqlite/journal.h"
#include "storage/storage_errors.h"

#include <sqlite3.h>

namespace quarterdeck::storage {

Q_LOGGING_CATEGORY(storageLog, "quarterdeck.storage")

} // namespace quarterdeck::storage

namespace quarterdeck::storage::sqlite {

conversation::Error errorOf(const SQLite::Exception& failure, const std::string& path)
{
    const std::string detail =
        std::string(failure.what()) + " (" + std::to_string(failure.getExtendedErrorCode()) + ")";
    if (failure.getExtendedErrorCode() == SQLITE_IOERR_SHMSIZE)
        return errors::diskFull(path, detail); // the file that connections share could not grow
    if (failure.getExtendedErrorCode() == SQLITE_READONLY_ROLLBACK)
        return whyCutWriteStays(path, detail);
    switch (failure.getErrorCode() & 0xff) {
    case SQLITE_FULL:
        return errors::diskFull(path, detail);
    case SQLITE_READONLY:
    case SQLITE_PERM: {
        conversation::Error error = errors::notWritable(path);
        error.detail = detail;
        return error;
    }
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return errors::busy(path, detail);
    case SQLITE_INTERRUPT:
        return errors::cancelled(path);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return errors::damaged(path, detail);
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
    case SQLITE_NOMEM:
        return errors::refused(path, detail);
    default:
        return errors::failed(path, detail);
    }
}

bool isDamage(const SQLite::Exception& failure)
{
    const int code = failure.getErrorCode() & 0xff;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

conversation::Error errorOf(const std::exception& failure, const std::string& path)
{
    return errors::refused(path, failure.what());
}

} // namespace quarterdeck::storage::sqlite
