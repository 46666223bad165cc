#pragma once

#include "model/conversation/error.h"
#include "model/conversation/ids.h"

#include <sys/types.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace quarterdeck::storage {

/// The library's actual file, whatever leads to it: the lock, SQLite's log and the copies are beside the file and not
/// beside a link to it. Without a file, where it would be.
[[nodiscard]] std::string resolveLibraryPath(const std::string& library);
/// It is a link to a missing file: its disk or folder may be unavailable.
[[nodiscard]] bool isDanglingLink(const std::string& library);

/// Who may read a library's file. SQLite gives the files beside it (log, journal) the same permissions.

/// Creates an empty file for SQLite, readable only by its owner (0600) from the first moment. False if that failed, or
/// something exists, which stays as it is. Thread: any.
bool createOwnerOnlyFile(const std::string& path);

/// Lets others read and write the file as far as they may do so with all of these. Nobody else if one of them is
/// missing. Thread: any.
void restrictPermissionsTo(std::initializer_list<std::string> others, const std::string& file);

/// What happens outside of SQLite and must survive a power cut. Thread: any.

/// Flushes a file's content to the disk; or, for a folder, its entries.
[[nodiscard]] std::error_code syncFile(const std::string& path);
[[nodiscard]] std::error_code syncFolderOf(const std::string& path);

} // namespace quarterdeck::storage

namespace quarterdeck::storage::backup {

/// Stays free beside a copy, since writes meanwhile need room, too.
inline constexpr std::int64_t reserve = std::int64_t{64} << 20;

/// What the library (or any other SQLite file) takes on its disk including its log: no copy is larger.
[[nodiscard]] std::int64_t sizeOf(const std::string& library);

/// Why no copy of this many bytes can be made here; empty = there is room, or nobody knows. `library` is named in the
/// sentence; `kept`: what must stay free beside it. Thread: any.
[[nodiscard]] std::optional<conversation::Error> checkFreeSpace(const std::string& library, std::int64_t bytes,
                                                                const std::string& place, std::int64_t kept = reserve);

} // namespace quarterdeck::storage::backup

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

namespace quarterdeck::storage::recover {

/// An unused name beside the file, with a word and the moment: "library (damaged 2026-11-22 02.43.11).db".
[[nodiscard]] std::string setAsideName(const std::string& path, std::string_view word);

/// A file that got such a name.
struct SetAsideFile
{
    std::string path;
    std::string word;
    conversation::Timestamp moment;
};
/// Those beside this file's place, which need not exist itself.
[[nodiscard]] std::vector<SetAsideFile> setAsideFilesOf(const std::string& path);

/// Gives the file (and the log beside it) this second name and puts `replacement` in its place (`Replacement`). An
/// error means that everything is as before; if even that failed, the next opening restores it (`isBeingReplaced`): the
/// replacement must then stay, too.
[[nodiscard]] std::error_code replaceFile(const std::string& path, const std::string& aside,
                                          const std::string& replacement);

} // namespace quarterdeck::storage::recover
