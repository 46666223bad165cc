#include "storage/open_library.h"

#include "storage/file_state.h"
#include "storage/open_file.h"
#include "storage/sqlite/library_path.h"
#include "storage/sqlite_library.h"

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
    if (depth == SearchDepth::Whole)
        effort.mostEvents = INT64_MAX;
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

} // namespace quarterdeck::storage
