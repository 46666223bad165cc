#pragma once

#include <cstdint>
#include <git2/oid.h>
#include <git2/types.h>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::team {

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

} // namespace quarterdeck::team
