#pragma once

#include <string>

namespace quarterdeck::session {

/// Marks a file as open as a library by this process, for as long as the object lives. Closing any descriptor of a file
/// drops all locks that the process has on it (POSIX), SQLite's included: another program that opens the library would
/// then believe itself alone and might delete its log. So whoever looks into files that may be anybody's asks
/// `isOpenInThisProcess` before opening one. Thread: any.
class OpenFileMarker
{
public:
    /// Make it once the file is open; does nothing if there is no file.
    explicit OpenFileMarker(const std::string& path);
    ~OpenFileMarker();
    OpenFileMarker(const OpenFileMarker&) = delete;
    OpenFileMarker& operator=(const OpenFileMarker&) = delete;
};

/// Whether it is one of these files, by whatever name, or one that SQLite keeps beside it (`-wal`, `-shm`, `-journal`).
/// Opens nothing.
[[nodiscard]] bool isOpenInThisProcess(const std::string& path);

} // namespace quarterdeck::session
