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

} // namespace quarterdeck::team
