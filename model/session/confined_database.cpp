#include "model/session/confined_database.h"

#include <QByteArray>
#include <QFile>
#include <QString>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <sqlite3.h>
#include <string_view>
#include <sys/stat.h>
#include <vector>

namespace quarterdeck::session {

namespace {

/// The layer. It keeps nothing in a file's memory, so an open file is the default layer's own.
class Layer
{
public:
    static constexpr const char* name = "quarterdeck-confined";

    /// Never destroyed: SQLite keeps its address.
    static Layer& only()
    {
        static Layer* const layer = new Layer;
        return *layer;
    }
    /// Lies over what is the default one now.
    void followDefault()
    {
        const std::scoped_lock lock(m_mutex);
        sqlite3_vfs* const real = sqlite3_vfs_find(nullptr);
        if (real == m_real)
            return;
        if (m_real != nullptr)
            sqlite3_vfs_unregister(&m_vfs);
        m_real = real;
        m_vfs = *real;
        m_vfs.pNext = nullptr;
        m_vfs.zName = name;
        m_vfs.xOpen = &Layer::open;
        m_vfs.xDelete = &Layer::remove;
        m_vfs.xAccess = &Layer::access;
        sqlite3_vfs_register(&m_vfs, 0);
    }
    /// What SQLite makes of a path: absolute, and without links.
    [[nodiscard]] std::string whole(const std::string& path)
    {
        sqlite3_vfs* const real = m_real;
        std::vector<char> buffer(static_cast<std::size_t>(real->mxPathname) + 1);
        const int code = real->xFullPathname(real, path.c_str(), static_cast<int>(buffer.size()), buffer.data());
        const bool isFound = code == SQLITE_OK || code == SQLITE_OK_SYMLINK;
        return isFound ? std::string(buffer.data()) : path;
    }
    void add(const std::string& path, bool isWritten)
    {
        const std::scoped_lock lock(m_mutex);
        Users& users = m_users[path];
        ++users.all;
        users.writing += isWritten ? 1 : 0;
    }
    void take(const std::string& path, bool isWritten)
    {
        const std::scoped_lock lock(m_mutex);
        Users& users = m_users[path];
        users.writing -= isWritten ? 1 : 0;
        if (--users.all == 0)
            m_users.erase(path);
    }

private:
    struct Users
    {
        int all = 0;
        int writing = 0;
    };
    /// How a file belongs to one of the databases.
    struct Place
    {
        std::string_view ending; ///< empty = it is the database
        bool isWritten = false;
    };

    [[nodiscard]] std::optional<Place> placeOf(std::string_view file)
    {
        constexpr std::array<std::string_view, 3> endings = {"", "-journal", "-wal"};
        const std::scoped_lock lock(m_mutex);
        for (const std::string_view ending : endings) {
            if (!file.ends_with(ending))
                continue;
            const auto users = m_users.find(std::string(file.substr(0, file.size() - ending.size())));
            if (users != m_users.end())
                return Place{ending, users->second.writing > 0};
        }
        return std::nullopt;
    }
    [[nodiscard]] bool mayOpen(const char* file, int flags)
    {
        const std::optional<Place> place = placeOf(file);
        if (!place || (flags & SQLITE_OPEN_SUPER_JOURNAL) != 0 || !isFileOrMissing(file))
            return false;
        const bool isForWriting = (flags & (SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) != 0;
        return place->isWritten || !isForWriting || place->ending == "-wal"; // SQLite reads that only so
    }
    [[nodiscard]] bool mayDelete(const char* file)
    {
        const std::optional<Place> place = placeOf(file);
        return place && place->isWritten && !place->ending.empty();
    }

    /// To open a pipe is to wait, and a link leads elsewhere.
    [[nodiscard]] static bool isFileOrMissing(const char* file)
    {
        struct stat found = {};
        return ::lstat(file, &found) != 0 || S_ISREG(found.st_mode);
    }

    static int open(sqlite3_vfs*, const char* file, sqlite3_file* opened, int flags, int* outFlags)
    {
        opened->pMethods = nullptr; // nothing to close
        if (file != nullptr && !only().mayOpen(file, flags))
            return SQLITE_CANTOPEN;
        sqlite3_vfs* const real = only().m_real;
        return real->xOpen(real, file, opened, flags, outFlags);
    }
    static int remove(sqlite3_vfs*, const char* file, int syncFolder)
    {
        if (!only().mayDelete(file))
            return SQLITE_IOERR_DELETE;
        sqlite3_vfs* const real = only().m_real;
        return real->xDelete(real, file, syncFolder);
    }
    /// An error: of a super-journal that is "not there" SQLite would conclude that its transaction was committed.
    static int access(sqlite3_vfs*, const char* file, int flags, int* result)
    {
        if (!only().placeOf(file))
            return SQLITE_IOERR_ACCESS;
        sqlite3_vfs* const real = only().m_real;
        return real->xAccess(real, file, flags, result);
    }

    std::mutex m_mutex;
    std::atomic<sqlite3_vfs*> m_real = nullptr;
    sqlite3_vfs m_vfs{};
    std::map<std::string, Users> m_users; ///< by the database's path
};

/// SQLite's mark of a journal. At a journal's very end it follows the super-journal's name, its length and its sum.
const QByteArray& journalMark()
{
    static const QByteArray mark("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
    return mark;
}

} // namespace

ConfinedDatabase::ConfinedDatabase(const std::string& path, Use use) : m_use(use)
{
    Layer& layer = Layer::only();
    layer.followDefault();
    m_path = layer.whole(path);
    layer.add(m_path, m_use == Use::Write);
}

ConfinedDatabase::~ConfinedDatabase() { Layer::only().take(m_path, m_use == Use::Write); }

const char* ConfinedDatabase::vfs() { return Layer::name; }

bool namesSuperJournal(const std::string& journal)
{
    QFile file(QString::fromStdString(journal));
    const qint64 size = file.size();
    const qsizetype length = journalMark().size();
    return size >= length && file.open(QIODevice::ReadOnly) && file.seek(size - length)
        && file.read(length) == journalMark();
}

bool forgetSuperJournal(const std::string& journal)
{
    if (!namesSuperJournal(journal))
        return true;
    QFile file(QString::fromStdString(journal));
    const qsizetype length = journalMark().size();
    return file.open(QIODevice::ReadWrite) && file.seek(file.size() - length)
        && file.write(QByteArray(length, '\0')) == length && file.flush();
}

} // namespace quarterdeck::session
