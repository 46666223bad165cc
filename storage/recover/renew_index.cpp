#include "storage/open_file.h"
#include "storage/recover/recover_library.h"
#include "storage/search/text_index.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

#include <utility>

namespace quarterdeck::storage {

using namespace session;

namespace {

Result<Nothing> renewIndexOf(sqlite::Connection& connection, const std::function<void(std::int64_t left)>& progressed)
{
    sqlite::TextIndex index(connection);
    index.rebuildIndex();
    if (!sqlite::hasUsableIndex(connection))
        return tl::unexpected(errors::damaged(connection.path(), "the text index cannot be made anew"));
    while (index.indexSlice()) {
        if (progressed)
            progressed(index.tail());
    }
    return Nothing{};
}

} // namespace

Result<std::optional<Error>> rebuildTextIndex(const std::string& path,
                                              const std::function<void(std::int64_t left)>& progressed)
{
    Result<sqlite::OpenedFile> file = sqlite::openForWriting(path, Access::ReadWrite);
    if (!file)
        return tl::unexpected(file.error());
    if (!file->writer)
        return tl::unexpected(file->readOnlyReason.value_or(errors::notWritable(path)));
    return sqlite::catchSqliteErrors(path, [&] { return renewIndexOf(*file->writer, progressed); }).map([&](Nothing) {
        return std::move(file->lostLog);
    });
}

} // namespace quarterdeck::storage
