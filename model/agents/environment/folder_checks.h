#pragma once

#include "model/conversation/error.h"

#include <string>
#include <vector>

namespace quarterdeck::team {

/// A folder of the person's that a team may work on.
struct WorkspaceFolder
{
    std::string path;          ///< absolute, UTF-8, without links: what was checked is what is worked on
    bool isRepository = false; ///< the work tree of a git repository, so changes in it can be committed
    friend bool operator==(const WorkspaceFolder&, const WorkspaceFolder&) = default;
};

/// Examines whether that folder can be given to a team: it exists, is writable, is not the person's home or above it,
/// is none of git's own (a bare repository, too), and neither contains nor is inside what the program keeps for itself
/// (`kept`: files and folders), what the system needs, settings (hidden at the top of the home, or obeyed by their
/// names), or a folder on PATH. Errors: NotFound and NotAllowed, with one sentence for the person. Blocks on the disk.
/// Thread: any.
[[nodiscard]] conversation::Result<WorkspaceFolder> openWorkspaceFolder(const std::string& path,
                                                                        const std::vector<std::string>& kept);

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
