#include "storage/open_library.h"

#include "storage/file_state.h"
#include "storage/open_file.h"
#include "storage/search/text_index.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/library_file.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/sqlite_library.h"
#include "storage/storage_errors.h"

#include <QStandardPaths>

#include <cstdint>
#include <utility>

namespace quarterdeck::storage {

session::Result<std::shared_ptr<session::Library>> openLibrary(const std::string& path, QObject* completionContext,
                                                               Access access, SearchDepth depth)
{
    session::Result<sqlite::OpenedFile> file =
        access == Access::ReadOnly ? sqlite::openForReading(path) : sqlite::openForWriting(path, access);
    if (!file)
        return tl::unexpected(file.error());
    sqlite::SearchEffort effort;
    if (depth == SearchDepth::Whole) {
        effort.mostEvents = INT64_MAX;
        effort.isLongTextRead = true;
    }
    return std::make_shared<sqlite::SqliteLibrary>(std::move(*file), completionContext, effort);
}

bool isLost(const std::string& path)
{
    return isDanglingLink(path) || sqlite::fileStateOf(resolveLibraryPath(path)) == sqlite::FileState::Lost;
}

bool isReadFromCopy(const session::Library& library)
{
    const auto* file = dynamic_cast<const sqlite::SqliteLibrary*>(&library);
    return file != nullptr && file->isReadFromCopy();
}

std::optional<session::Error> lostLog(const session::Library& library)
{
    const auto* file = dynamic_cast<const sqlite::SqliteLibrary*>(&library);
    return file != nullptr ? file->lostLog() : std::nullopt;
}

std::string defaultLibraryPath()
{
    return (QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/quarterdeck.db"))
        .toStdString();
}

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

using Missing = std::map<session::SessionId, std::int64_t>;

session::Result<Missing> missingAttachments(const std::string& path)
{
    return sqlite::openForReading(path).and_then([&](const sqlite::OpenedFile& file) {
        return sqlite::catchSqliteErrors(path, [&]() -> session::Result<Missing> {
            sqlite::Query row = file.reader->query(
                "SELECT key, count(*) FROM attachment_references AS shown JOIN sessions ON sessions.id = shown.session"
                " WHERE is_complete AND NOT EXISTS (SELECT 1 FROM attachments WHERE attachments.hash = shown.hash)"
                " GROUP BY sessions.id");
            Missing missing;
            while (row.next())
                missing.emplace(row.text(0), row.number(1));
            return missing;
        });
    });
}

} // namespace quarterdeck::storage
