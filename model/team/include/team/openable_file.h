#pragma once

#include "conversation/error.h"

#include <string>

namespace quarterdeck::team {

/// A file of a team that may be handed to the desktop, which opens it with the program of its kind.
struct OpenableFile
{
    std::string path; ///< absolute, UTF-8
    bool isAsked =
        false; ///< the person is to be asked before: programs may run what stands in it, or its kind is unknown
    friend bool operator==(const OpenableFile&, const OpenableFile&) = default;
};

/// Looks whether a file of that folder may be opened. It is a regular file there (no link, nor behind one), and nothing
/// that runs when it is opened: no program, no script, no shortcut, by its permissions, its name and what it holds, of
/// which each alone is enough to refuse it. Plain text, pictures and PDF need no question where name and content agree.
/// `folder`: absolute; `path`: as the log tells it, which nothing is believed of. Errors: NotFound and NotAllowed, with
/// one sentence for the person, which does not name the file. Blocks on the disk. Thread: any.
[[nodiscard]] conversation::Result<OpenableFile> openableFile(const std::string& folder, const std::string& path);

/// The folder that such a file lies in, to be shown: absolute, UTF-8. Errors as above.
[[nodiscard]] conversation::Result<std::string> folderOfFile(const std::string& folder, const std::string& path);

} // namespace quarterdeck::team
