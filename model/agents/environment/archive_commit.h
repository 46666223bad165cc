#pragma once

#include "model/agents/environment/relative_path.h"

#include <map>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace quarterdeck::team {

/// A file as it is to be committed.
struct ArchivedFile
{
    RelativePath path;
    std::string bytes;
};

/// Why a file was left out of a commit.
enum class SkippedFile {
    Staged,  ///< the person has staged part of it, which is theirs to commit
    Ignored, ///< the repository's rules ignore it
    Nested,  ///< it is in a repository within this one
    NoFile,  ///< a link of that name is checked out
};

struct ArchiveCommit
{
    std::string id; ///< in hexadecimal; empty = nothing to commit
    std::map<std::string, SkippedFile> leftOut;
    std::string problem; ///< why the person's index does not match the commit, in git's words; empty = it does
};

/// Commits these files, and nothing else, on top of what is checked out in the repository with work tree `folder`; the
/// author is Quarterdeck. What the person has staged, even meanwhile, stays staged and out of our commits; no hook and
/// no filter runs, nothing is pushed, and only git's own files are written. If the index did not follow an earlier
/// commit of ours (the program died in between), that is corrected. Errors: git's message, and nothing was committed.
/// Thread: any; blocks.
[[nodiscard]] tl::expected<ArchiveCommit, std::string>
commitFiles(const std::string& folder, const std::vector<ArchivedFile>& files, const std::string& message);

} // namespace quarterdeck::team
