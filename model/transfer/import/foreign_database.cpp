#include "model/transfer/import/foreign_database.h"

#include "model/formats/read_limits.h"
#include "model/session/confined_database.h"
#include "model/session/safe_files.h"
#include "model/transfer/transfer_errors.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QUrl>
#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstring>
#include <exception>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace quarterdeck::transfer {

namespace {

using Way = ForeignDatabase::Way;

std::string addressOf(const QString& path, Way way)
{
    return way == Way::Unchanging ? "file:" + QUrl::toPercentEncoding(path, "/").toStdString() + "?immutable=1"
                                  : path.toStdString();
}

int flagsOf(Way way)
{
    switch (way) {
    case Way::Unchanging:
        return SQLite::OPEN_READONLY | SQLite::OPEN_URI;
    case Way::InUse:
        return SQLite::OPEN_READONLY;
    case Way::Copy:
        break;
    }
    return SQLite::OPEN_READWRITE;
}

template <std::size_t count>
bool isOneOf(const char* name, const std::array<std::string_view, count>& names)
{
    return name != nullptr && std::ranges::find(names, std::string_view(name)) != names.end();
}

} // namespace

QByteArray databaseHeader(const std::string& path)
{
    constexpr qsizetype size = 100;
    QFile file(QString::fromStdString(path));
    if (!QFileInfo(file.fileName()).isFile() || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QByteArray header = file.read(size);
    return header.size() == size && header.startsWith("SQLite format 3") ? header : QByteArray();
}

ForeignDatabase::ForeignDatabase(const QString& path, Way way)
    : m_wall(path.toStdString(),
             way == Way::Copy ? session::ConfinedDatabase::Use::Write : session::ConfinedDatabase::Use::Read)
    , m_database(addressOf(path, way), flagsOf(way), 0, session::ConfinedDatabase::vfs())
{
    hardenDatabase();
    findTables();
}

/// Before anything of the schema is read.
void ForeignDatabase::hardenDatabase()
{
    sqlite3* const handle = m_database.getHandle();
    for (const auto& [option, value] :
         {std::pair(SQLITE_DBCONFIG_DEFENSIVE, 1), std::pair(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_VIEW, 0), std::pair(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
          std::pair(SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0), std::pair(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)}) {
        sqlite3_db_config(handle, option, value, nullptr);
    }
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_drop_modules(handle, nullptr); // no virtual table can be made, whatever it calls itself
    for (const char* rule : {"PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0", "PRAGMA query_only = ON"}) {
        m_database.exec(rule);
    }
    sqlite3_set_authorizer(
        handle,
        [](void* self, int action, const char* first, const char* second, const char*, const char* definition) {
            return static_cast<ForeignDatabase*>(self)->judge(action, first, second, definition);
        },
        this);
}

/// `definition`: the view or trigger on whose behalf something is to be done.
int ForeignDatabase::judge(int action, const char* first, const char* second, const char* definition) const
{
    constexpr std::array<std::string_view, 2> functions = {"count", "like"};
    constexpr std::array<std::string_view, 2> pragmas = {"table_list", "table_xinfo"};
    bool isAllowed = false;
    switch (action) {
    case SQLITE_SELECT:
        isAllowed = true;
        break;
    case SQLITE_READ:
        isAllowed = first != nullptr && m_tables.contains(first);
        break;
    case SQLITE_FUNCTION:
        isAllowed = isOneOf(second, functions);
        break;
    case SQLITE_PRAGMA:
        isAllowed = isOneOf(first, pragmas);
        break;
    default:
        break;
    }
    return isAllowed && definition == nullptr ? SQLITE_OK : SQLITE_DENY;
}

/// Only the parser knows what something in the schema is: what the list says itself (`type`, `rootpage`) may be a lie.
void ForeignDatabase::findTables()
{
    enum Column { Schema, Name, Type, ColumnCount, WithoutRowNumber };
    SQLite::Statement all(m_database, "PRAGMA table_list");
    while (all.executeStep()) {
        const std::string name = all.getColumn(Name).getString();
        const bool isPlain = all.getColumn(Schema).getString() == "main" && all.getColumn(Type).getString() == "table"
            && all.getColumn(WithoutRowNumber).getInt() == 0;
        if (isPlain && !name.starts_with("sqlite_")) {
            m_tables.insert(name);
        }
    }
}

std::set<std::string> ForeignDatabase::columnsOf(const std::string& table)
{
    enum Column { Name = 1, Hidden = 6 }; // generated columns, which are expressions, are hidden in two ways
    std::set<std::string> columns;
    if (!m_tables.contains(table)) {
        return columns;
    }
    SQLite::Statement info(m_database, "PRAGMA table_xinfo(" + quoted(table) + ")");
    while (info.executeStep()) {
        if (info.getColumn(Hidden).getInt() == 0) {
            columns.insert(info.getColumn(Name).getString());
        }
    }
    return columns;
}

std::string quoted(const std::string& name)
{
    std::string text = "\"";
    for (const char c : name) {
        text += c == '"' ? "\"\"" : std::string(1, c);
    }
    return text + '"';
}

bool hasOwnRowNumber(const std::set<std::string>& columns)
{
    return std::ranges::any_of(columns, [](std::string name) {
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return name == "rowid" || name == "_rowid_" || name == "oid";
    });
}

using session::ConfinedDatabase;
using session::Nothing;
using session::Result;

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// A database, its write-ahead log, and its rollback journal, by which an unfinished write is
/// undone.
constexpr std::array suffixes = {"", "-wal", "-journal"};
constexpr qint64 bytesAtOnce = qint64{1} << 20;

QString withSuffix(const QString& path, const char* suffix) { return path + QLatin1String(suffix); }

/// What an SQLite file says of itself in its header.
struct Header
{
    bool hasLogOfNewerKind = false; ///< whose readers need a file for what they share, which the first of them makes
    int pageSize = 1;
};

Header headerOf(const QString& path)
{
    constexpr qsizetype pageSizeAt = 16;
    constexpr qsizetype kindAt = 18;
    const QByteArray bytes = databaseHeader(path.toStdString());
    if (bytes.isEmpty()) {
        return {};
    }
    const auto byteAt = [&](qsizetype at) { return static_cast<int>(static_cast<unsigned char>(bytes.at(at))); };
    const int pageSize = byteAt(pageSizeAt) * 256 + byteAt(pageSizeAt + 1);
    return {byteAt(kindAt) == 2, pageSize > 1 ? pageSize : 65'536}; // 1 stands for the largest
}

/// Uses SQLite's own backup, as one of the readers.
class Backup
{
public:
    /// Throws.
    Backup(const QString& from, const QString& to, const Header& header)
        : m_walls{{from.toStdString(), ConfinedDatabase::Use::Read}, {to.toStdString(), ConfinedDatabase::Use::Write}}
        , m_source(from.toStdString(), SQLite::OPEN_READONLY, 0, ConfinedDatabase::vfs())
        , m_target(to.toStdString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 0, ConfinedDatabase::vfs())
        , m_backup(m_target, m_source)
        , m_pages(std::max(1, static_cast<int>(bytesAtOnce / header.pageSize)))
    {
        if (header.hasLogOfNewerKind) { // who writes waits for no reader, and what one reads stays as it is
            m_source.exec("BEGIN");
            (void)m_source.execAndGet("PRAGMA schema_version");
        }
    }

    /// False if it is busy for long, written to all the time, or to be stopped. Throws.
    [[nodiscard]] bool run(const GoesOn& goesOn)
    {
        constexpr auto patience = 2s;
        Clock::time_point busySince = Clock::now();
        while (goesOn()) {
            const auto begun = Clock::now();
            const int before = m_backup.getRemainingPageCount();
            const int result = m_backup.executeStep(m_pages);
            const auto end = Clock::now();
            if (result == SQLITE_DONE) {
                return m_backup.getTotalPageCount() > 0;
            }
            const bool isBusy = result != SQLITE_OK;
            busySince = isBusy ? busySince : end;
            if (end - busySince > patience || (!isBusy && hasBegunAnew(before) && !takeMore(end - begun))) {
                return false;
            }
            constexpr Clock::duration shortest = 1ms;
            constexpr Clock::duration longest = 20ms;
            std::this_thread::sleep_for(isBusy ? longest : std::clamp(end - begun, shortest, longest));
        }
        return false;
    }

private:
    /// It was written to since the previous step.
    [[nodiscard]] bool hasBegunAnew(int before) const
    {
        return before > 0 && m_backup.getRemainingPageCount() > before - m_pages;
    }
    /// False if that does not help either. `held`: how long the last step blocked writers.
    [[nodiscard]] bool takeMore(Clock::duration held)
    {
        constexpr int mostTimes = 20;
        constexpr int mostPages = 1 << 20;
        constexpr auto longestHeld = 300ms; // node-sqlite3 waits for a second, most others for five
        m_pages = held * 2 < longestHeld ? std::min(m_pages * 2, mostPages) : m_pages;
        return ++m_times < mostTimes;
    }

    struct Walls
    {
        ConfinedDatabase source;
        ConfinedDatabase target;
    };
    Walls m_walls;
    SQLite::Database m_source;
    SQLite::Database m_target;
    SQLite::Backup m_backup;
    int m_pages; ///< of a step
    int m_times = 0;
};

bool isBackedUp(const QString& from, const QString& to, const GoesOn& goesOn)
{
    const Header header = headerOf(from);
    if (header.hasLogOfNewerKind && !QFileInfo::exists(withSuffix(from, "-shm"))) {
        return false; // nobody has it open, and we would make that file
    }
    try {
        return Backup(from, to, header).run(goesOn);
    } catch (const std::exception&) {
        return false; // it is damaged, or cannot be read so
    }
}

using Looks = std::array<std::pair<qint64, qint64>, suffixes.size()>;

/// Sizes and times of the files.
Looks looksOf(const QString& path)
{
    Looks looks;
    for (std::size_t i = 0; i < suffixes.size(); ++i) {
        const QFileInfo file(withSuffix(path, suffixes.at(i)));
        looks.at(i) = {file.exists() ? file.size() : -1, file.lastModified().toMSecsSinceEpoch()};
    }
    return looks;
}

void removeAll(const QString& path)
{
    for (const char* suffix : {"", "-wal", "-journal", "-shm"}) {
        QFile::remove(withSuffix(path, suffix));
    }
}

/// False on failure (see `errorString` of both) or if it is to be stopped.
bool isCopied(QFile& file, QFile& copy, const GoesOn& goesOn)
{
    if (!copy.open(QIODevice::WriteOnly | QIODevice::NewOnly)
        || !copy.setPermissions(QFile::ReadOwner | QFile::WriteOwner)) {
        return false;
    }
    while (goesOn()) {
        const QByteArray piece = file.read(bytesAtOnce);
        if (piece.isEmpty()) {
            return file.error() == QFile::NoError && copy.flush();
        }
        if (copy.write(piece) != piece.size()) {
            return false;
        }
    }
    return false;
}

/// Copies file by file; SQLite treats the copies as it would have treated the originals, except that no journal names a
/// super-journal: it is in another place, and may be any file of the person.
Result<Nothing> copyFiles(const QString& from, const QString& to, const GoesOn& goesOn)
{
    for (const char* suffix : suffixes) {
        const std::string path = withSuffix(from, suffix).toStdString();
        QFile file;
        const std::error_code failure = session::openBeside(file, from, QLatin1String(suffix));
        if (failure == std::errc::no_such_file_or_directory && std::strlen(suffix) > 0) {
            continue;
        }
        if (failure) {
            return tl::unexpected(errors::notOpenedBeneath(path, failure));
        }
        QFile copy(withSuffix(to, suffix));
        if (!isCopied(file, copy, goesOn)) {
            const QFile& wrong = file.error() != QFile::NoError ? file : copy;
            return tl::unexpected(errors::notReadable(path, wrong.errorString().toStdString()));
        }
    }
    return session::forgetSuperJournal(withSuffix(to, "-journal").toStdString())
        ? Result<Nothing>(Nothing{})
        : tl::unexpected(errors::notReadable(from.toStdString(), "the copy of its journal"));
}

/// The file itself, beside which SQLite looks for the others.
QString withoutLinks(const QString& path)
{
    const QString canonical = QFileInfo(path).canonicalFilePath();
    return canonical.isEmpty() ? path : canonical;
}

} // namespace

Result<Nothing> copyDatabase(const QString& path, const QString& to, const GoesOn& goesOn)
{
    constexpr int tries = 5;
    const QString from = withoutLinks(path);
    for (int i = 0; i < tries && goesOn(); ++i) {
        if (isBackedUp(from, to, goesOn)) {
            return Nothing{};
        }
        removeAll(to);
        const Looks before = looksOf(from);
        const auto copied = copyFiles(from, to, goesOn);
        if (looksOf(from) == before && goesOn()) {
            return copied;
        }
        removeAll(to);
    }
    return tl::unexpected(goesOn() ? errors::beingWritten(from.toStdString())
                                   : errors::importCancelled(QFileInfo(from).fileName().toStdString()));
}

bool isDatabaseWith(const std::string& path, const std::function<bool(ForeignDatabase&)>& isTrue)
{
    const auto isTrueOf = [&](const QString& file, Way way) {
        try {
            ForeignDatabase database(file, way);
            return isTrue(database);
        } catch (const std::exception&) {
            return false;
        }
    };
    if (databaseHeader(path).isEmpty()) {
        return false;
    }
    const QString whole = QFileInfo(QString::fromStdString(path)).absoluteFilePath();
    if (isTrueOf(whole, Way::Unchanging)) {
        return true;
    }
    constexpr qint64 longest = qint64{64} << 20; // what is in the file by then has the tables
    const qint64 logSize = QFileInfo(whole + QStringLiteral("-wal")).size();
    if (logSize == 0 || logSize + QFileInfo(whole).size() > longest) {
        return false;
    }
    if (QFileInfo::exists(whole + QStringLiteral("-shm"))) {
        return isTrueOf(whole, Way::InUse);
    }
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("copy.sqlite"));
    return folder.isValid() && copyDatabase(whole, copy, [] { return true; }) && isTrueOf(copy, Way::Copy);
}

namespace {

Timestamp modifiedTimeOf(const ImportFile& file)
{
    const QFileInfo info(QString::fromStdString(file.path));
    return file.modified.value_or(Timestamp{info.lastModified().toMSecsSinceEpoch()});
}

} // namespace

DatabaseSource::DatabaseSource(const ImportFile& file)
    : MadeLinesSource(QFileInfo(QString::fromStdString(file.path)).fileName().toStdString(), modifiedTimeOf(file),
                      QFileInfo(QString::fromStdString(file.path)).size())
{ }

DatabaseSource::~DatabaseSource() = default;

QString DatabaseSource::pathForCopy() const { return m_folder.filePath(QStringLiteral("copy.sqlite")); }

Result<std::string> DatabaseSource::nextLine()
{
    try {
        return lineOfRows();
    } catch (const std::exception& error) {
        return tl::unexpected(failure(error));
    }
}

Result<void> DatabaseSource::startOver()
{
    try {
        rewindRows();
        return {};
    } catch (const std::exception& error) {
        return tl::unexpected(failure(error));
    }
}

ProgramDatabaseSource::ProgramDatabaseSource(const ImportFile& file, GoesOn goesOn)
    : DatabaseSource(file)
    , m_path(file.path)
    , m_goesOn(std::move(goesOn))
{ }

std::optional<session::Error> ProgramDatabaseSource::openCopy()
{
    constexpr int instructionsBetween = 10'000;
    const QString copy = pathForCopy();
    if (!canCopy()) {
        return errors::noFolderForCopy(m_path);
    }
    if (const auto copied = copyDatabase(QString::fromStdString(m_path), copy, m_goesOn); !copied) {
        return copied.error();
    }
    try {
        use(std::make_unique<ForeignDatabase>(copy, ForeignDatabase::Way::Copy));
        sqlite3* const handle = database().getHandle();
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, static_cast<int>(formats::ReadLimits().maxRecordBytes));
        sqlite3_progress_handler(
            handle, instructionsBetween, [](void* goesOn) { return (*static_cast<GoesOn*>(goesOn))() ? 0 : 1; },
            &m_goesOn);
        prepare();
    } catch (const std::exception& error) {
        return failure(error);
    }
    return std::nullopt;
}

/// Damage will still be there at the next attempt; anything else may pass.
session::Error ProgramDatabaseSource::failure(const std::exception& cause) const
{
    if (!m_goesOn()) {
        return errors::importCancelled(name());
    }
    const auto* failed = dynamic_cast<const SQLite::Exception*>(&cause);
    const int code = failed != nullptr ? failed->getErrorCode() & 0xff : SQLITE_OK;
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? errors::damagedDatabase(name(), cause.what())
                                                           : errors::notReadable(name(), cause.what());
}

std::string onOneLine(std::string json)
{
    std::ranges::replace_if(
        json, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return json;
}

} // namespace quarterdeck::transfer
