#pragma once

#include <QFile>
#include <QString>
#include <system_error>

namespace quarterdeck::session {

/// Opens a file below a folder for reading, by a name such as "roles/bob/memory.json", and follows no link on the way:
/// whoever hands on a folder must not choose which of the person's other files are read. The folder itself is the one
/// that the person named, and may be reached by links. Pipes and devices are not opened either (they block, or never
/// end), nor is a library that this process has open (session/held_file.h). `file` is open if the
/// result is empty; QFile forgets the name of a file that is opened so. Errors: the system's;
/// too_many_symbolic_link_levels for a link, operation_not_permitted for what is no file, device_or_resource_busy for
/// an open library. Thread: any.
[[nodiscard]] std::error_code openBeneath(QFile& file, const QString& folder, const QString& name);

/// The same for a file beside another one, as SQLite keeps some: `path` with `suffix` added.
[[nodiscard]] std::error_code openBeside(QFile& file, const QString& path, const QString& suffix);

/// Whether it is a link that openBeneath stopped at.
[[nodiscard]] inline bool isLink(const std::error_code& failure)
{
    return failure == std::errc::too_many_symbolic_link_levels;
}

} // namespace quarterdeck::session
