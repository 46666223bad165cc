#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <string_view>

namespace quarterdeck::test {

/// One call by which SQLite reaches the disk.
struct DiskCall
{
    enum class Kind { Open, Read, Write, Truncate, Sync, Delete, Map };
    Kind kind = Kind::Read;
    std::string path{};
    std::int64_t offset = 0;  ///< Truncate: the size that it leaves
    std::string_view bytes{}; ///< Write: what is written
};

/// What becomes of such a call.
struct DiskFate
{
    int error = 0;       ///< SQLite's code; 0 = the call is carried out
    bool isTorn = false; ///< Write with an error: its first half is written all the same
    std::chrono::milliseconds delay{0};
    std::shared_future<void> until{}; ///< the call waits for it, and others go on
};

/// Sits between SQLite and the real disk (a VFS of our own, the default one of the process) for every connection opened
/// while it lives: it fails or delays what it is told to. Product code does not know about it. One at a time; outlives
/// the connections. Thread: made and destroyed while no connection is open; the rest from any.
class Disk
{
public:
    using Rule = std::function<DiskFate(const DiskCall&)>;
    using Watch = std::function<void(const DiskCall&)>;

    Disk();
    ~Disk();
    Disk(const Disk&) = delete;
    Disk& operator=(const Disk&) = delete;

    /// Asked before each call, one at a time; must not use SQLite. Empty = all calls pass.
    void setRule(Rule rule);
    /// False: files that are opened from then on are those of a disk on which connections cannot share memory.
    void setShared(bool isShared);
    /// Told of each call that changed a file, afterwards, in order.
    void setWatch(Watch watch);

private:
    class Layer;
    std::unique_ptr<Layer> m_layer;
};

} // namespace quarterdeck::test
