#pragma once

#include <QFile>
#include <QString>

#include <string>
#include <system_error>

class QSaveFile;
class QString;

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

/// What becomes of a library that this process has open, and of the files beside it.
enum class OpenHere {
    Refused,
    Allowed, ///< only for a log or a journal: SQLite locks neither, so closing one again lets go of no lock
};

/// Opens a file below a folder for reading, by a name such as "roles/bob/memory.json", and follows no link on the way:
/// whoever hands on a folder must not choose which of the person's other files are read. The folder itself is the one
/// that the person named, and may be reached by links. Pipes and devices are not opened either (they block, or never
/// end). `file` is open if the result is empty; QFile forgets the name of a file that is opened so. Errors: the
/// system's; too_many_symbolic_link_levels for a link, operation_not_permitted for what is no file,
/// device_or_resource_busy for a library that is open here. Thread: any.
[[nodiscard]] std::error_code openBeneath(QFile& file, const QString& folder, const QString& name,
                                          OpenHere openHere = OpenHere::Refused);

/// The same for a file beside another one, as SQLite keeps some: `path` with `suffix` added.
[[nodiscard]] std::error_code openBeside(QFile& file, const QString& path, const QString& suffix,
                                         OpenHere openHere = OpenHere::Refused);

/// Whether it is a link that openBeneath stopped at.
[[nodiscard]] inline bool isLink(const std::error_code& failure)
{
    return failure == std::errc::too_many_symbolic_link_levels;
}

/// Replaces the old file by what was written. False: not everything could be written (the disk is full, say), the old
/// file stays, and the file's `errorString()` tells why. Use it in place of QSaveFile's `commit()`, which, at least up
/// to Qt 6.4, overlooks a failed last write and replaces the file by half of the new one.
[[nodiscard]] bool commitAtomically(QSaveFile& file);

/// Creates a private folder, and its missing parents, readable only by the owner (0700, as XDG requires for data and
/// settings), whatever the umask. An existing one stays as it is. False if there is none afterwards. Thread: any.
bool makePrivateFolder(const QString& path);

} // namespace quarterdeck::session
