#pragma once

#include <string>

namespace quarterdeck::session {

/// Marks a file as open as a library by this process, for as long as the object lives. Closing any descriptor of a file
/// drops all locks that the process has on it (POSIX), SQLite's included: another program that opens the library would
/// then believe itself alone and might delete its log. So whoever looks into files that may be anybody's asks `isHeld`
/// before opening one. Thread: any.
class HeldFile
{
public:
    /// Make it once the file is open; does nothing if there is no file.
    explicit HeldFile(const std::string& path);
    ~HeldFile();
    HeldFile(const HeldFile&) = delete;
    HeldFile& operator=(const HeldFile&) = delete;
};

/// Whether it is one of these files, by whatever name, or one that SQLite keeps beside it (`-wal`, `-shm`, `-journal`).
/// Opens nothing.
[[nodiscard]] bool isHeld(const std::string& path);

} // namespace quarterdeck::session
