#include "storage/package.h"

#include "storage/search/text_index.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/storage_errors.h"

namespace quarterdeck::storage {

session::Result<session::Nothing> sealPackage(const std::string& path)
{
    return sqlite::catchSqliteErrors(path, [&]() -> session::Result<session::Nothing> {
        sqlite::Connection connection(path, sqlite::Mode::Write);
        // The many small slices need not be durable one by one: leaving log mode moves everything into the file.
        connection.execute("PRAGMA synchronous = NORMAL");
        sqlite::TextIndex index(connection);
        while (index.indexSlice()) { }
        connection.execute("PRAGMA synchronous = FULL");
        if (!connection.setJournal("delete"))
            return tl::unexpected(errors::failed(path, "it keeps its log"));
        return session::Nothing{};
    });
}

} // namespace quarterdeck::storage
