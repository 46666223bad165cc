#include "storage/open_file.h"

#include "model/session/library.h"
#include "model/session/safe_files.h"
#include "storage/backup/backups.h"
#include "storage/backup/copies.h"
#include "storage/backup/copying.h"
#include "storage/file_state.h"
#include "storage/log/session_remover.h"
#include "storage/recover/replacement.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/file_lock.h"
#include "storage/sqlite/journal.h"
#include "storage/sqlite/library_file.h"
#include "storage/sqlite/schema.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/sqlite_library.h"
#include "storage/storage_errors.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QTemporaryDir>
#include <sqlite3.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace quarterdeck::storage::sqlite {

/// Why a file that describes itself like this is none of ours, or damaged; being of a newer version does not count.
[[nodiscard]] std::optional<session::Error> schemaProblem(const SchemaState& schema, const std::string& path);

/// A connection that sees concurrent writes. Throws SQLite::Exception.
[[nodiscard]] std::unique_ptr<Connection> liveConnection(const std::string& path);

/// A connection that can read. If not even shared memory can be made, the file cannot change either; unless there is a
/// log beside it, which could not be read then and would be missed. Throws SQLite::Exception.
[[nodiscard]] std::unique_ptr<Connection> readConnection(const std::string& path);

/// Opens a file read-only, for this reason (none = it cannot be written to). If it has a log and nothing can be written
/// beside it, a copy of both is opened in a temporary folder. Throws SQLite::Exception.
[[nodiscard]] session::Result<OpenedFile> openReadOnly(const std::string& path, std::optional<session::Error> reason);

/// Removes what the file's last owner left unfinished: incomplete sessions (which `SessionRemover` then deletes), and
/// attachments that no session refers to. If that fails (a full disk) they stay hidden until the next time, which is no
/// reason not to open the file.
void cleanUpAfterCrash(Connection& connection);

using namespace session;

namespace {

/// Why nothing is opened or created at a path; `name` is the name that leads to it.
std::optional<Error> refusalOf(FileState state, const std::string& name, const std::string& path, Access access)
{
    const bool isNewWanted = access == Access::Anew;
    if (isDanglingLink(name) && !isNewWanted)
        return errors::linkToNothing(name);
    switch (state) {
    case FileState::Lost:
        if (!isNewWanted)
            return errors::lostLibrary(path, QFileInfo::exists(QString::fromStdString(path)));
        break;
    case FileState::Folder:
        return errors::folderInPlace(path);
    case FileState::NotSqlite:
        return errors::noLibrary(path, "no SQLite file");
    case FileState::Truncated:
        return errors::incompleteLibrary(path, "shorter than its header says, or its beginning is missing");
    case FileState::OddHeader:
        return errors::oddHeader(path);
    case FileState::Missing:
    case FileState::Empty:
    case FileState::Sqlite:
        return std::nullopt;
    }
    return std::nullopt;
}

/// Whether the file is one of ours, to be written to. Examines it without changing anything.
Result<SchemaState> checkOwner(const std::string& path)
{
    const std::unique_ptr<Connection> connection = readConnection(path);
    const SchemaState schema = readSchemaState(*connection);
    if (std::optional<Error> odd = schemaProblem(schema, path))
        return tl::unexpected(std::move(*odd));
    if (schema.version > schemaVersion)
        return tl::unexpected(errors::newerVersion(path, schema.version));
    if (!isReadable(*connection))
        return tl::unexpected(errors::noLibrary(path, "a table of the schema is missing"));
    return schema;
}

/// Undoes an unfinished replacement (recovery, restored backup), during which the file lacks its log. Files left by one
/// that had not even begun are removed.
Result<Nothing> undoReplacement(const std::string& path, const FileLock* lock)
{
    if (lock == nullptr && recover::isBeingReplaced(path))
        return tl::unexpected(errors::notWritable(path));
    const std::error_code failure = lock != nullptr ? recover::finishReplacement(path) : std::error_code();
    if (failure)
        return tl::unexpected(errors::failed(path, failure.message()));
    if (lock != nullptr) {
        recover::removeUnfinished(path);
        backup::removeUnfinished(QFileInfo(QString::fromStdString(path)));
    }
    return Nothing{};
}

/// Undoes unfinished work before anybody reads. If somebody else has the lock, they are about to finish it.
Result<Nothing> undoForReading(const std::string& path)
{
    if (!recover::isBeingReplaced(path) && !hasHotJournal(path))
        return Nothing{};
    const FileLock::Attempt attempt = FileLock::take(path + ".lock");
    const Result<Nothing> undone = undoReplacement(path, attempt.lock.get());
    if (attempt.lock && undone)
        rollBackHotJournal(path);
    const bool isAnothers = !attempt.lock && attempt.refusal == FileLock::Refusal::Held;
    return isAnothers ? Result<Nothing>(Nothing{}) : undone;
}

bool isWritable(const std::string& path)
{
    const QFileInfo info(QString::fromStdString(path));
    return info.exists() ? info.isWritable() : QFileInfo(info.absolutePath()).isWritable();
}

Result<OpenedFile> writableFile(const std::string& path)
{
    OpenedFile file;
    file.writer = std::make_unique<Connection>(path, Mode::Write);
    if (!migrate(*file.writer)) {
        file.writer.reset();
        return openReadOnly(path, errors::noLogPossible(path));
    }
    cleanUpAfterCrash(*file.writer);
    file.reader = liveConnection(path);
    file.surveyor = liveConnection(path);
    return file;
}

/// Makes room for a new library. An empty file is removed, or put aside with its date if it is what is left of a
/// library. So is a journal, which would be taken for the new file's.
Result<Nothing> clearPlace(const std::string& path)
{
    const QString place = QString::fromStdString(path);
    const QString aside = QString::fromStdString(recover::setAsideName(path, "damaged"));
    const QString journal = QStringLiteral("-journal");
    if (QFileInfo::exists(place + journal) && !QFile::rename(place + journal, aside + journal))
        return tl::unexpected(errors::failed(path, "the journal beside it cannot be put aside"));
    if (fileStateOf(path) != FileState::Lost) {
        QFile::remove(place); // of no bytes, or missing
        return Nothing{};
    }
    backup::keepNewest(path);
    if (QFileInfo::exists(place) && !QFile::rename(place, aside))
        return tl::unexpected(errors::failed(path, "the empty file cannot be put aside"));
    return Nothing{};
}

/// A new library until it is in its place. If it does not get there, nothing of it stays, nor of an earlier one.
class NewFile
{
public:
    explicit NewFile(QString path) : m_path(std::move(path)) { remove(); }
    ~NewFile() { remove(); }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

private:
    void remove() const
    {
        for (const char* end : {"", "-journal", "-wal", "-shm"})
            QFile::remove(m_path + QLatin1String(end));
    }
    QString m_path;
};

/// A new library is made next to its place and moved there whole, so a crash leaves all of it or nothing.
Result<OpenedFile> makeFile(const std::string& path, std::unique_ptr<FileLock> lock)
{
    const QString place = QString::fromStdString(path);
    const QString making = place + QStringLiteral(".new");
    const NewFile file(making);
    (void)createOwnerOnlyFile(making.toStdString()); // else SQLite says why
    {
        Connection connection(making.toStdString(), Mode::Write);
        (void)migrate(connection);
    }
    if (const Result<Nothing> cleared = clearPlace(path); !cleared)
        return tl::unexpected(cleared.error());
    if (!QFile::rename(making, place))
        return tl::unexpected(errors::failed(path, "the new file cannot be moved to its place"));
    lock->forgetLog();
    std::unique_ptr<FileLock> claim = lockInode(path).lock;
    return writableFile(path).map([&](OpenedFile made) {
        made.lock = std::move(lock);
        made.claim = std::move(claim);
        return made;
    });
}

/// Checked and copied before anything in it is changed.
Result<OpenedFile> updatedFile(const std::string& path, const SchemaState& schema)
{
    if (schema.version < schemaVersion) {
        // The disk is not full: perhaps only the reserve beside the copy is missing.
        if (const std::optional<Error> want = backup::checkFreeSpace(path, backup::sizeOf(path), path))
            return openReadOnly(path, errors::noRoomToUpdate(*want));
        if (const Result<Backup> backup = makeBackup(path, BackupKind::BeforeUpdate); !backup)
            return tl::unexpected(backup.error());
    }
    return writableFile(path);
}

/// Shows what can be read, though nothing can be written at present.
Result<OpenedFile> readOnlyFor(const std::string& path, const Error& trouble)
{
    qCWarning(storageLog, "opening for reading only: %s", trouble.detail.c_str());
    return openReadOnly(path,
                        trouble.code == conversation::ErrorCode::DiskFull
                            ? errors::diskFullAtStart(path, trouble.detail)
                            : errors::notWritableNow(path, trouble.detail));
}

/// The last owner noted that there was a log: if it is missing, so is what was written last.
std::optional<Error> lossOfLog(const std::string& path, const FileLock& lock)
{
    if (!lock.wasLeft() || hasLog(path))
        return std::nullopt;
    const std::optional<Backup> newest = backup::newestBackup(path);
    const Error error = errors::walLost(path, newest ? std::optional(newest->made) : std::nullopt);
    qCWarning(storageLog, "%s (%s)", error.sentence.c_str(), error.detail.c_str());
    return error;
}

bool isTroubleOfTheDisk(const Error& error)
{
    using conversation::ErrorCode;
    return error.code == ErrorCode::DiskFull || error.code == ErrorCode::Io || error.code == ErrorCode::ReadOnly;
}

Result<OpenedFile> openExisting(const std::string& path, std::unique_ptr<FileLock> lock)
{
    if (!lock || !isWritable(path))
        return openReadOnly(path, errors::notWritable(path));
    Result<std::unique_ptr<FileLock>> claim = acquireInodeLock(path);
    if (!claim)
        return tl::unexpected(claim.error());
    const Result<SchemaState> owner = catchSqliteErrors(path, [&] { return checkOwner(path); });
    if (!owner) {
        if (owner.error().code == conversation::ErrorCode::NewerVersion)
            return openReadOnly(path, owner.error());
        return tl::unexpected(owner.error());
    }
    if (hasLog(path)) {
        if (const std::string fault = findWalProblems(path); !fault.empty())
            return tl::unexpected(errors::damaged(path, fault));
    }
    std::optional<Error> lostLog = lossOfLog(path, *lock);
    Result<OpenedFile> opened = catchSqliteErrors(path, [&] { return updatedFile(path, *owner); });
    if (!opened && isTroubleOfTheDisk(opened.error())) {
        Result<OpenedFile> readable = catchSqliteErrors(path, [&] { return readOnlyFor(path, opened.error()); });
        if (readable)
            opened = std::move(readable);
    }
    // Even when read-only: nobody may change a file that is read as unchanging.
    if (opened) {
        if (opened->writer && lock->wasLeft())
            lock->noteLog(path + "-wal"); // it is this opening's now, and goes with it
        opened->lostLog = std::move(lostLog);
        opened->lock = std::move(lock);
        opened->claim = std::move(*claim);
    }
    return opened;
}

Result<OpenedFile> openUnlessFull(const std::string& name, const std::string& path, std::unique_ptr<FileLock> lock,
                                  Access access)
{
    Result<OpenedFile> opened = catchSqliteErrors(path, [&]() -> Result<OpenedFile> {
        const FileState state = fileStateOf(path);
        if (const std::optional<Error> refusal = refusalOf(state, name, path, access))
            return tl::unexpected(*refusal);
        if (state == FileState::Sqlite)
            return openExisting(path, std::move(lock));
        if (!lock || !isWritable(path))
            return tl::unexpected(errors::noPlaceForNew(path));
        return makeFile(path, std::move(lock));
    });
    if (!opened && opened.error().code == conversation::ErrorCode::DiskFull)
        return tl::unexpected(errors::diskFullAtStart(path, opened.error().detail));
    return opened;
}

} // namespace

Result<OpenedFile> openForWriting(const std::string& name, Access access)
{
    const std::string path = resolveLibraryPath(name);
    return catchSqliteErrors(path, [&]() -> Result<OpenedFile> {
        // First undo what a replacement or a write left unfinished.
        const std::optional<Error> refusal = refusalOf(fileStateOf(path), name, path, access);
        if (refusal && !recover::isBeingReplaced(path) && !hasHotJournal(path))
            return tl::unexpected(*refusal);
        const QFileInfo info(QString::fromStdString(path));
        if (!makePrivateFolder(info.absolutePath()))
            return tl::unexpected(errors::folderNotMade(path));
        Result<std::unique_ptr<FileLock>> lock = acquireFileLock(path);
        if (!lock)
            return tl::unexpected(lock.error());
        if (const Result<Nothing> undone = undoReplacement(path, lock->get()); !undone)
            return tl::unexpected(undone.error());
        if (*lock)
            rollBackHotJournal(path);
        // Checked again under the lock: the last owner may have been creating or closing it.
        return openUnlessFull(name, path, std::move(*lock), access);
    });
}

Result<OpenedFile> openForReading(const std::string& name)
{
    const std::string path = resolveLibraryPath(name);
    return catchSqliteErrors(path, [&]() -> Result<OpenedFile> {
        if (const Result<Nothing> undone = undoForReading(path); !undone)
            return tl::unexpected(undone.error());
        const FileState state = fileStateOf(path);
        if (const std::optional<Error> refusal = refusalOf(state, name, path, Access::ReadOnly))
            return tl::unexpected(*refusal);
        if (state != FileState::Sqlite)
            return tl::unexpected(errors::noSuchFile(path));
        if (isOpenUnderOtherName(path))
            return tl::unexpected(errors::lockedByOther(path, "under another name of the file"));
        return openReadOnly(path, std::nullopt);
    });
}

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

void cleanUpAfterCrash(Connection& connection)
{
    try {
        Transaction transaction(connection, Transaction::Kind::Write);
        hideIncompleteSessions(connection);
        // Only those that wait: in a damaged file, the reference may be what is missing.
        connection.execute("DELETE FROM attachments WHERE hash IN (SELECT hash FROM waiting_attachments)"
                           " AND NOT EXISTS (SELECT * FROM attachment_references AS used"
                           " WHERE used.hash = attachments.hash);"
                           "DELETE FROM waiting_attachments");
        transaction.commit();
    } catch (const SQLite::Exception& failure) {
        qCWarning(storageLog, "what was left unfinished cannot be removed: %s", failure.what());
    }
}

} // namespace quarterdeck::storage::sqlite
