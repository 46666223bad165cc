#pragma once

#include "model/conversation/error.h"

#include <QLoggingCategory>
#include <SQLiteCpp/Exception.h>

#include <exception>
#include <string>
#include <utility>

namespace quarterdeck::storage {

Q_DECLARE_LOGGING_CATEGORY(storageLog)

} // namespace quarterdeck::storage

namespace quarterdeck::storage::sqlite {

/// What a person is told about a failure of the database at `path`: DiskFull, ReadOnly, Locked, Damaged; BadInput if
/// only the request failed (a constraint, no memory for it); otherwise Io.
[[nodiscard]] conversation::Error errorOf(const SQLite::Exception& failure, const std::string& path);
/// Not a failure of the database: BadInput.
[[nodiscard]] conversation::Error errorOf(const std::exception& failure, const std::string& path);

/// It says that the file's content is wrong.
[[nodiscard]] bool isDamage(const SQLite::Exception& failure);

/// Runs `work`; false if it met damage in the file. Other exceptions pass through.
template <typename Work>
[[nodiscard]] bool isReadable(Work&& work)
{
    try {
        std::forward<Work>(work)();
        return true;
    } catch (const SQLite::Exception& failure) {
        if (!isDamage(failure))
            throw;
        return false;
    }
}

/// Runs `work`, which returns a Result: exceptions of the database end here.
template <typename Work>
auto catchSqliteErrors(const std::string& path, Work&& work) -> decltype(work())
{
    try {
        return std::forward<Work>(work)();
    } catch (const SQLite::Exception& failure) {
        return tl::unexpected(errorOf(failure, path));
    } catch (const std::exception& failure) {
        return tl::unexpected(errorOf(failure, path));
    }
}

} // namespace quarterdeck::storage::sqlite
