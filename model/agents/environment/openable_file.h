#pragma once

#include "model/conversation/error.h"

#include <string>

namespace quarterdeck::team {

/// A team's file that may be handed to the desktop, which opens it with the program for its type.
struct OpenableFile
{
    std::string path;     ///< absolute, UTF-8
    bool isAsked = false; ///< the person must be asked first: programs may execute its content, or its kind is unknown
    friend bool operator==(const OpenableFile&, const OpenableFile&) = default;
};

/// Examines whether a file of that folder may be opened: it must be a regular file there (no link, nor behind one) and
/// nothing that runs when it is opened, such as a program, a script or a shortcut. Its permissions, its name and its
/// content are each reason enough to refuse it. Plain text, pictures and PDF need no confirmation if name and content
/// agree. `folder`: absolute; `path`: from the log, which is not trusted. Errors: NotFound and NotAllowed, with one
/// sentence for the person, which does not name the file. Blocks on the disk. Thread: any.
[[nodiscard]] conversation::Result<OpenableFile> openableFile(const std::string& folder, const std::string& path);

/// The folder that contains such a file, to be shown: absolute, UTF-8. Errors as above.
[[nodiscard]] conversation::Result<std::string> folderOfFile(const std::string& folder, const std::string& path);

} // namespace quarterdeck::team
