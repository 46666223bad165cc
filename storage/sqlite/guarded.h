#pragma once

#include "conversation/error.h"

#include <SQLiteCpp/Exception.h>
#include <exception>
#include <string>
#include <utility>

namespace quarterdeck::storage::sqlite {

/// What a person is told about a failure of the database at `path`: DiskFull, ReadOnly, Locked, Damaged; BadInput where
/// only what was asked for failed (a constraint, no memory for it); else Io.
[[nodiscard]] conversation::Error errorOf(const SQLite::Exception& failure, const std::string& path);
/// No failure of the database: BadInput.
[[nodiscard]] conversation::Error errorOf(const std::exception& failure, const std::string& path);

/// It says that what stands in the file is wrong.
[[nodiscard]] bool isDamage(const SQLite::Exception& failure);

/// Runs `work`; false where what it came to in the file is wrong. Other exceptions go on.
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

/// Runs `work`, which returns a Result: the place where exceptions of the database end.
template <typename Work>
auto guarded(const std::string& path, Work&& work) -> decltype(work())
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
