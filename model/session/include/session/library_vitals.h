#pragma once

#include "session/library.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace quarterdeck::session {

/// How a library fares, as far as that is known without reading it.
struct LibraryVitals
{
    bool isReadOnly = false;
    std::int64_t indexLag = 0;           ///< events whose words are not indexed yet
    std::int64_t queued = 0;             ///< writes that wait in this process
    std::int64_t waitedMs = 0;           ///< that the oldest of them has waited
    std::int64_t diskLeft = -1;          ///< bytes that may still be written beside the file; -1 = unknown
    std::int64_t logSize = 0;            ///< bytes that stand beside the file and are not moved into it yet
    std::optional<Error> logTrouble;     ///< why they cannot be, though all is stored
    std::optional<Timestamp> lastCommit; ///< by whichever process
    std::optional<Timestamp> lastBackup; ///< that was found whole when it was made
    friend bool operator==(const LibraryVitals&, const LibraryVitals&) = default;
};

/// What a library of a file is besides. One in memory has none.
class VitalSigns
{
public:
    VitalSigns() = default;
    virtual ~VitalSigns() = default;
    VitalSigns(const VitalSigns&) = delete;
    VitalSigns& operator=(const VitalSigns&) = delete;

    /// Some milliseconds, however large the file is. Answers as the reads of a library do. Thread: any.
    virtual void readVitals(Done<LibraryVitals> done) = 0;
    /// Why nothing can be stored at this moment; empty = it can. `Library::watchWriting` tells of changes only.
    /// Thread: any.
    [[nodiscard]] virtual std::optional<Error> writingTrouble() const = 0;
    /// Since when the oldest write of this process waits that is neither stored nor refused; empty = none waits.
    /// Thread: any.
    [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point> waitingSince() const = 0;
    /// Calls once, as soon as a write waits, on the thread that writes; at once where one does. One caller: the last
    /// one. Thread: any.
    virtual void callWhenWaiting(std::function<void()> call) = 0;
    /// Of its file. Thread: any.
    [[nodiscard]] virtual std::string path() const = 0;

    /// Null where it has none.
    [[nodiscard]] static VitalSigns* of(Library& library) { return dynamic_cast<VitalSigns*>(&library); }
};

} // namespace quarterdeck::session
