#pragma once

#include "model/agents/environment/path_rules.h"

#include <git2/errors.h>
#include <git2/global.h>
#include <git2/oid.h>
#include <git2/types.h>
#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// The library counts its users.
class LibGit2Guard
{
public:
    LibGit2Guard() { git_libgit2_init(); }
    ~LibGit2Guard() { git_libgit2_shutdown(); }
    LibGit2Guard(const LibGit2Guard&) = delete;
    LibGit2Guard& operator=(const LibGit2Guard&) = delete;
};

/// What the library gave, freed by its own function.
template <typename Thing>
using GitPointer = std::unique_ptr<Thing, void (*)(Thing*)>;

/// Its message about the last call.
inline std::string gitProblem()
{
    const git_error* error = git_error_last();
    return error != nullptr && error->message != nullptr ? error->message : "git does not say why";
}

/// What a git index holds under a name.
struct IndexEntry
{
    git_oid id{};
    std::uint32_t mode = 0;
    std::uint32_t bytes = 0; ///< metadata of the file as git stores it; none of its content

    friend bool operator==(const IndexEntry& one, const IndexEntry& other);
};

/// What happens to a committed file in the person's index.
struct GitIndexUpdate
{
    std::string name;
    std::optional<IndexEntry> before; ///< what the index held when the commit was made
    IndexEntry after;
};

/// Empty if there is none, or one in conflict.
[[nodiscard]] std::optional<IndexEntry> entryOf(git_index* index, const std::string& name);
[[nodiscard]] bool add(git_index* index, const GitIndexUpdate& step);
/// Applies the steps to the repository's index, so that committed files count as unchanged. Reads it anew: entries that
/// have changed meanwhile are the person's and stay. Retries for some tenths of a second if git has it locked. Empty,
/// or git's message. Blocks.
[[nodiscard]] std::string updateGitIndex(git_repository* repository, const std::vector<GitIndexUpdate>& steps);

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

struct TextDiff
{
    std::string text; ///< unified, with three lines around each change; headed by the name, "/dev/null" for no file
    int added = 0;    ///< lines
    int removed = 0;
};

/// `before` or `after` without a value: the file does not exist. Errors: the library's message, for a log. Thread: any.
struct DiffSide
{
    bool isThere = true;
    std::string text;
};
[[nodiscard]] tl::expected<TextDiff, std::string> diffOf(const std::string& name, const DiffSide& before,
                                                         const DiffSide& after);

/// The first lines of a diff, limited to this many bytes.
struct TruncatedDiff
{
    std::string text;
    int linesLeftOut = 0;
};
[[nodiscard]] TruncatedDiff firstLines(const std::string& diff, std::size_t bytes);

} // namespace quarterdeck::team
