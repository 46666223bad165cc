#pragma once

#include <QFile>
#include <QString>
#include <system_error>

namespace quarterdeck::session {

/// What becomes of a library that this process has open (model/session/open_file_marker.h), and of the files beside it.
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

} // namespace quarterdeck::session
