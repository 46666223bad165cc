#pragma once

#include <cstdint>
#include <git2/oid.h>
#include <git2/types.h>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// What an index of git holds under a name.
struct IndexEntry
{
    git_oid id{};
    std::uint32_t mode = 0;
    std::uint32_t bytes = 0; ///< as git knows it of the file: no part of what it holds

    friend bool operator==(const IndexEntry& one, const IndexEntry& other);
};

/// What becomes of a file in the person's index when it was committed.
struct IndexStep
{
    std::string name;
    std::optional<IndexEntry> before; ///< what the index held when the commit was made
    IndexEntry after;
};

/// Nothing when there is none, or one that is in conflict.
[[nodiscard]] std::optional<IndexEntry> entryOf(git_index* index, const std::string& name);
[[nodiscard]] bool add(git_index* index, const IndexStep& step);
/// Takes the steps in the index of the repository, so that what was committed counts as unchanged. It is read anew:
/// what is another there by now is the person's and stays. Tried for some tenths of a second where git has it locked.
/// Empty, or what git says. Blocks.
[[nodiscard]] std::string bringInStep(git_repository* repository, const std::vector<IndexStep>& steps);

} // namespace quarterdeck::team
