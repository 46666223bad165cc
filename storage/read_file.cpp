#include "storage/read_file.h"

#include "model/session/open_beneath.h"
#include "storage/file_state.h"
#include "storage/sqlite/free_space.h"
#include "storage/sqlite/hot_journal.h"
#include "storage/sqlite/logging.h"
#include "storage/sqlite/schema.h"
#include "storage/storage_errors.h"

#include <QFile>
#include <QString>
#include <QTemporaryDir>
#include <sqlite3.h>
#include <utility>

namespace quarterdeck::storage::sqlite {

using namespace session;

namespace {

/// The folder is not writable, or the disk is full. A cut-off write is something else: the file is then a mix of two
/// states.
bool isForWantOfSharedMemory(const SQLite::Exception& failure, const std::string& path)
{
    if (hasHotJournal(path))
        return false;
    switch (failure.getExtendedErrorCode()) {
    case SQLITE_IOERR_SHMOPEN:
    case SQLITE_IOERR_SHMSIZE:
    case SQLITE_IOERR_SHMMAP:
        return true;
    default:
        break;
    }
    const int code = failure.getErrorCode() & 0xff;
    return code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_FULL;
}

std::unique_ptr<Connection> connectionOf(const std::string& path, Mode mode, const std::string& copy = {})
{
    auto connection = std::make_unique<Connection>(path, mode, copy);
    addCompatibilityViews(*connection);
    return connection;
}

/// For the owner alone.
bool isCopied(QFile& source, QFile& target)
{
    constexpr qint64 bytesAtOnce = qint64{1} << 20;
    if (!target.open(QIODevice::WriteOnly | QIODevice::NewOnly)
        || !target.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        return false;
    for (QByteArray piece = source.read(bytesAtOnce); !piece.isEmpty(); piece = source.read(bytesAtOnce)) {
        if (target.write(piece) != piece.size())
            return false;
    }
    return source.error() == QFile::NoError && target.flush();
}

/// Nobody can write to the file meanwhile, since not even what that needs can be created beside it.
Result<std::shared_ptr<QTemporaryDir>> copyWithLog(const std::string& path, const QString& name)
{
    auto folder = std::make_shared<QTemporaryDir>();
    if (!folder->isValid())
        return tl::unexpected(errors::failed(path, folder->errorString().toStdString()));
    const QString copy = folder->filePath(name);
    if (std::optional<Error> refusal = backup::checkFreeSpace(path, backup::sizeOf(path), copy.toStdString()))
        return tl::unexpected(std::move(*refusal));
    for (const char* end : {"", "-wal"}) {
        QFile source;
        if (const std::error_code failure = openBeside(source, QString::fromStdString(path), QLatin1String(end)))
            return tl::unexpected(errors::failed(path, failure.message()));
        QFile target(copy + QLatin1String(end));
        if (!isCopied(source, target))
            return tl::unexpected(errors::failed(path, target.errorString().toStdString()));
    }
    return folder;
}

/// How connections to it are opened.
struct Way
{
    Mode mode = Mode::Read;
    std::shared_ptr<QTemporaryDir> folder = {};
    std::string copy = {};
    std::unique_ptr<Connection> first = {};
};

Result<Way> wayTo(const std::string& path)
{
    try {
        return Way{Mode::Read, {}, {}, liveConnection(path)};
    } catch (const SQLite::Exception& failure) {
        if (!isForWantOfSharedMemory(failure, path))
            throw;
        qCDebug(storageLog, "opening without shared memory: %s", failure.what());
    }
    if (!hasLog(path))
        return Way{Mode::ReadImmutable, {}, {}, connectionOf(path, Mode::ReadImmutable)};
    const QString name = QStringLiteral("library.db");
    return copyWithLog(path, name).map([&](std::shared_ptr<QTemporaryDir> folder) {
        const std::string copy = folder->filePath(name).toStdString();
        return Way{Mode::Read, std::move(folder), copy, connectionOf(path, Mode::Read, copy)};
    });
}

/// The main reason why nothing can be written.
Error reasonOf(const std::string& path, const Way& way, const std::optional<Error>& known)
{
    const bool isOnlyReadOnly = !known || known->code == conversation::ErrorCode::ReadOnly;
    return way.folder && isOnlyReadOnly ? errors::readFromCopy(path) : known.value_or(errors::notWritable(path));
}

} // namespace

std::optional<Error> schemaProblem(const SchemaState& schema, const std::string& path)
{
    if (schema.applicationId != applicationId)
        return errors::noLibrary(path, "application_id " + std::to_string(schema.applicationId));
    if (schema.version < 1) // whatever is made is moved to its place with its version
        return errors::damaged(path, "user_version " + std::to_string(schema.version));
    return std::nullopt;
}

std::unique_ptr<Connection> liveConnection(const std::string& path) { return connectionOf(path, Mode::Read); }

std::unique_ptr<Connection> readConnection(const std::string& path)
{
    try {
        return liveConnection(path);
    } catch (const SQLite::Exception& failure) {
        if (!isForWantOfSharedMemory(failure, path) || hasLog(path))
            throw;
        qCDebug(storageLog, "opening as immutable: %s", failure.what());
    }
    return connectionOf(path, Mode::ReadImmutable);
}

Result<OpenedFile> openReadOnly(const std::string& path, std::optional<Error> reason)
{
    Result<Way> way = wayTo(path);
    if (!way)
        return tl::unexpected(way.error());
    OpenedFile file;
    file.copy = way->folder;
    file.reader = std::move(way->first);
    const SchemaState schema = readSchemaState(*file.reader);
    if (std::optional<Error> odd = schemaProblem(schema, path))
        return tl::unexpected(std::move(*odd));
    const bool isNewer = schema.version > schemaVersion;
    if (!isReadable(*file.reader))
        return tl::unexpected(isNewer ? errors::newerVersionUnreadable(path, schema.version)
                                      : errors::noLibrary(path, "a table of the schema is missing"));
    file.surveyor = connectionOf(path, way->mode, way->copy);
    file.readOnlyReason = isNewer ? errors::newerVersion(path, schema.version) : reasonOf(path, *way, reason);
    return file;
}

} // namespace quarterdeck::storage::sqlite
