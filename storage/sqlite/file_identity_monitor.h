#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace quarterdeck::storage::sqlite {

/// Whether the file that a connection has open is still the one with that name. SQLite would keep writing into a file
/// that was moved or deleted, where nobody would find it. Thread: one.
class FileIdentityMonitor
{
public:
    /// Make it while the file is open.
    explicit FileIdentityMonitor(std::string path);

    enum class State {
        InPlace,
        Gone,    ///< moved, deleted, another file in its place, or its folder cannot be reached
        CutShort ///< shorter than it was: a library never shrinks
    };
    [[nodiscard]] State look();

private:
    std::string m_path;
    dev_t m_device = 0;
    ino_t m_file = 0;
    std::int64_t m_size = 0; ///< the largest seen
};

} // namespace quarterdeck::storage::sqlite
