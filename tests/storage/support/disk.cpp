#include "disk.h"

#include <QtGlobal>
#include <atomic>
#include <mutex>
#include <new>
#include <sqlite3.h>
#include <thread>
#include <utility>

namespace quarterdeck::test {

using Kind = DiskCall::Kind;

/// The VFS. SQLite does not copy its state, so it must stay where it is.
class Disk::Layer
{
public:
    Layer() : m_real(sqlite3_vfs_find(nullptr)), m_vfs(*m_real)
    {
        m_vfs.zName = "quarterdeck-test-disk";
        m_vfs.pNext = nullptr;
        m_vfs.szOsFile = static_cast<int>(sizeof(File)) + m_real->szOsFile;
        m_vfs.xOpen = &Layer::open;
        m_vfs.xDelete = &Layer::remove;
        s_layer = this;
        if (sqlite3_vfs_register(&m_vfs, 1) != SQLITE_OK)
            qFatal("the test's disk cannot be put below SQLite");
    }
    ~Layer()
    {
        sqlite3_vfs_unregister(&m_vfs);
        sqlite3_vfs_register(m_real, 1);
        s_layer = nullptr;
    }
    Layer(const Layer&) = delete;
    Layer& operator=(const Layer&) = delete;

    void setRule(Rule rule)
    {
        const std::scoped_lock lock(m_mutex);
        m_rule = std::move(rule);
    }
    void setShared(bool isShared) { m_isShared = isShared; }
    void setWatch(Watch watch)
    {
        const std::scoped_lock lock(m_mutex);
        m_watch = std::move(watch);
    }

private:
    struct File
    {
        sqlite3_file base;
        std::string* path; ///< null for SQLite's temporary files
        [[nodiscard]] sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
    };

    static File& fileOf(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
    static sqlite3_file* realOf(sqlite3_file* file) { return fileOf(file).real(); }

    DiskFate fateOf(const DiskCall& call)
    {
        DiskFate fate;
        {
            const std::scoped_lock lock(m_mutex);
            if (m_rule)
                fate = m_rule(call);
        }
        std::this_thread::sleep_for(fate.delay);
        if (fate.until.valid())
            fate.until.wait();
        return fate;
    }
    void tell(const DiskCall& call)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_watch)
            m_watch(call);
    }
    /// `carryOut` is the real call.
    template <typename Call>
    static int pass(const DiskCall& call, Call&& carryOut)
    {
        const DiskFate fate = s_layer->fateOf(call);
        if (fate.error != SQLITE_OK)
            return fate.error;
        const int code = carryOut();
        if (code == SQLITE_OK && call.kind != Kind::Read && call.kind != Kind::Map)
            s_layer->tell(call);
        return code;
    }

    static int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* outFlags)
    {
        File& opened = *new (file) File{{nullptr}, nullptr};
        const auto carryOut = [&] {
            return s_layer->m_real->xOpen(s_layer->m_real, name, opened.real(), flags, outFlags);
        };
        const int code = name != nullptr ? pass({Kind::Open, name}, carryOut) : carryOut();
        if (code != SQLITE_OK)
            return code;
        if (name != nullptr)
            opened.path = new std::string(name);
        opened.base.pMethods = s_layer->m_isShared ? &s_methods : &s_unsharedMethods;
        return SQLITE_OK;
    }
    static int remove(sqlite3_vfs*, const char* name, int syncFolder)
    {
        return pass({Kind::Delete, name, syncFolder},
                    [&] { return s_layer->m_real->xDelete(s_layer->m_real, name, syncFolder); });
    }
    static int close(sqlite3_file* file)
    {
        delete std::exchange(fileOf(file).path, nullptr);
        return realOf(file)->pMethods->xClose(realOf(file));
    }
    static int read(sqlite3_file* file, void* bytes, int size, sqlite3_int64 offset)
    {
        return on(file, {Kind::Read, {}, offset},
                  [&] { return realOf(file)->pMethods->xRead(realOf(file), bytes, size, offset); });
    }
    static int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset)
    {
        const auto put = [&](int part) { return realOf(file)->pMethods->xWrite(realOf(file), bytes, part, offset); };
        if (fileOf(file).path == nullptr)
            return put(size);
        const std::string_view all(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
        DiskCall call{Kind::Write, *fileOf(file).path, offset, all};
        const DiskFate fate = s_layer->fateOf(call);
        if (fate.error != SQLITE_OK && !fate.isTorn)
            return fate.error;
        const int part = fate.isTorn ? size / 2 : size;
        if (const int code = put(part); code != SQLITE_OK)
            return code;
        call.bytes = all.substr(0, static_cast<std::size_t>(part));
        s_layer->tell(call);
        return fate.error;
    }
    static int truncate(sqlite3_file* file, sqlite3_int64 size)
    {
        return on(file, {Kind::Truncate, {}, size},
                  [&] { return realOf(file)->pMethods->xTruncate(realOf(file), size); });
    }
    /// Nothing here outlives the machine: the real one would only take time.
    static int sync(sqlite3_file* file, int)
    {
        return on(file, {Kind::Sync}, [] { return SQLITE_OK; });
    }
    static int map(sqlite3_file* file, int page, int pageSize, int extend, void volatile** memory)
    {
        return on(file, {Kind::Map, {}, page},
                  [&] { return realOf(file)->pMethods->xShmMap(realOf(file), page, pageSize, extend, memory); });
    }
    template <typename Call>
    static int on(sqlite3_file* file, DiskCall call, Call&& carryOut)
    {
        if (fileOf(file).path == nullptr)
            return carryOut();
        call.path = *fileOf(file).path;
        return pass(call, std::forward<Call>(carryOut));
    }

    // Version 2: no mapping of the file itself, so that every read and write is seen. Version 1: no memory to share.
    static constexpr sqlite3_io_methods methodsOf(int version)
    {
        sqlite3_io_methods methods = s_methods;
        methods.iVersion = version;
        return methods;
    }
    static constexpr sqlite3_io_methods s_methods = {
        2,
        &Layer::close,
        &Layer::read,
        &Layer::write,
        &Layer::truncate,
        &Layer::sync,
        [](sqlite3_file* file, sqlite3_int64* size) { return realOf(file)->pMethods->xFileSize(realOf(file), size); },
        [](sqlite3_file* file, int lock) { return realOf(file)->pMethods->xLock(realOf(file), lock); },
        [](sqlite3_file* file, int lock) { return realOf(file)->pMethods->xUnlock(realOf(file), lock); },
        [](sqlite3_file* file, int* isHeld) {
            return realOf(file)->pMethods->xCheckReservedLock(realOf(file), isHeld);
        },
        [](sqlite3_file* file, int what, void* argument) {
            return realOf(file)->pMethods->xFileControl(realOf(file), what, argument);
        },
        [](sqlite3_file* file) { return realOf(file)->pMethods->xSectorSize(realOf(file)); },
        [](sqlite3_file* file) { return realOf(file)->pMethods->xDeviceCharacteristics(realOf(file)); },
        &Layer::map,
        [](sqlite3_file* file, int first, int count, int flags) {
            return realOf(file)->pMethods->xShmLock(realOf(file), first, count, flags);
        },
        [](sqlite3_file* file) { realOf(file)->pMethods->xShmBarrier(realOf(file)); },
        [](sqlite3_file* file, int isDeleted) { return realOf(file)->pMethods->xShmUnmap(realOf(file), isDeleted); },
        nullptr,
        nullptr,
    };
    static const sqlite3_io_methods s_unsharedMethods;
    static inline Layer* s_layer = nullptr;

    sqlite3_vfs* m_real;
    sqlite3_vfs m_vfs;
    std::atomic<bool> m_isShared = true;
    std::mutex m_mutex;
    Rule m_rule;
    Watch m_watch;
};

const sqlite3_io_methods Disk::Layer::s_unsharedMethods = Disk::Layer::methodsOf(1);

Disk::Disk() : m_layer(std::make_unique<Layer>()) { }
Disk::~Disk() = default;
void Disk::setRule(Rule rule) { m_layer->setRule(std::move(rule)); }
void Disk::setShared(bool isShared) { m_layer->setShared(isShared); }
void Disk::setWatch(Watch watch) { m_layer->setWatch(std::move(watch)); }

} // namespace quarterdeck::test
