#pragma once

#include "model/session/library.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace quarterdeck::session {

/// How a library is doing, as far as that is known without reading it.
struct LibraryStatus
{
    bool isReadOnly = false;
    std::int64_t indexLag = 0;           ///< events whose words are not indexed yet
    std::int64_t queued = 0;             ///< writes waiting in this process
    std::int64_t waitedMs = 0;           ///< how long the oldest of them has waited
    std::int64_t diskLeft = -1;          ///< bytes of free space beside the file; -1 = unknown
    std::int64_t logSize = 0;            ///< bytes in the log beside the file that are not in the file yet
    std::optional<Error> logTrouble;     ///< why they cannot be moved, though everything is stored
    std::optional<Timestamp> lastCommit; ///< by any process
    std::optional<Timestamp> lastBackup; ///< that was verified when it was made
    friend bool operator==(const LibraryStatus&, const LibraryStatus&) = default;
};

/// What a library in a file offers in addition. One in memory does not.
class LibraryMonitor
{
public:
    LibraryMonitor() = default;
    virtual ~LibraryMonitor() = default;
    LibraryMonitor(const LibraryMonitor&) = delete;
    LibraryMonitor& operator=(const LibraryMonitor&) = delete;

    /// Takes some milliseconds, however large the file is. Answers like the library's reads. Thread: any.
    virtual void readLibraryStatus(Done<LibraryStatus> done) = 0;
    /// Why nothing can be stored at the moment; empty = it can. `Library::watchWriting` reports only changes. Thread:
    /// any.
    [[nodiscard]] virtual std::optional<Error> writingTrouble() const = 0;
    /// Since when this process's oldest write, neither stored nor refused, has been waiting; empty = none waits.
    /// Thread: any.
    [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point> waitingSince() const = 0;
    /// Calls once, as soon as a write waits, on the writing thread; at once if one does already. A single caller: the
    /// last one. Thread: any.
    virtual void callWhenWaiting(std::function<void()> call) = 0;
    /// Of its file. Thread: any.
    [[nodiscard]] virtual std::string path() const = 0;

    /// Null if it has none.
    [[nodiscard]] static LibraryMonitor* of(Library& library) { return dynamic_cast<LibraryMonitor*>(&library); }
};

} // namespace quarterdeck::session
