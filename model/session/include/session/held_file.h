#pragma once

#include <string>

namespace quarterdeck::session {

/// A file that this process has open as a library, known while this lives. Whoever closes any descriptor of a file
/// drops all locks that its process has on it (POSIX), those of SQLite among them: another program that opens the
/// library then takes itself for the only one and may delete its log. So whoever looks into files that may be anybody's
/// asks `isHeld` before it opens one. Thread: any.
class HeldFile
{
public:
    /// To be made when it is open; of no use where there is no file.
    explicit HeldFile(const std::string& path);
    ~HeldFile();
    HeldFile(const HeldFile&) = delete;
    HeldFile& operator=(const HeldFile&) = delete;
};

/// Whether it is one of these, by whatever name, or what SQLite keeps beside one (`-wal`, `-shm`, `-journal`). Opens
/// nothing.
[[nodiscard]] bool isHeld(const std::string& path);

} // namespace quarterdeck::session
