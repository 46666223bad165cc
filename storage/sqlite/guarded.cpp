#include "storage/sqlite/guarded.h"

#include "storage/sentences.h"
#include "storage/sqlite/cut_write.h"

#include <sqlite3.h>

namespace quarterdeck::storage::sqlite {

conversation::Error errorOf(const SQLite::Exception& failure, const std::string& path)
{
    const std::string detail =
        std::string(failure.what()) + " (" + std::to_string(failure.getExtendedErrorCode()) + ")";
    if (failure.getExtendedErrorCode() == SQLITE_IOERR_SHMSIZE)
        return sentences::diskFull(path, detail); // the file that connections share could not grow
    if (failure.getExtendedErrorCode() == SQLITE_READONLY_ROLLBACK)
        return whyCutWriteStays(path, detail);
    switch (failure.getErrorCode() & 0xff) {
    case SQLITE_FULL:
        return sentences::diskFull(path, detail);
    case SQLITE_READONLY:
    case SQLITE_PERM: {
        conversation::Error error = sentences::notWritable(path);
        error.detail = detail;
        return error;
    }
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return sentences::busy(path, detail);
    case SQLITE_INTERRUPT:
        return sentences::cancelled(path);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return sentences::damaged(path, detail);
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
    case SQLITE_NOMEM:
        return sentences::refused(path, detail);
    default:
        return sentences::failed(path, detail);
    }
}

bool isDamage(const SQLite::Exception& failure)
{
    const int code = failure.getErrorCode() & 0xff;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

conversation::Error errorOf(const std::exception& failure, const std::string& path)
{
    return sentences::refused(path, failure.what());
}

} // namespace quarterdeck::storage::sqlite
