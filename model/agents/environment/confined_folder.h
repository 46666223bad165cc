#pragma once

#include "model/agents/environment/path_rules.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// Files below one folder, and nothing else. Each step of a path is opened from the folder before it, and links are
/// never followed, so no link inserted at any moment leads out. The folder's own path is the person's choice and may be
/// a link. Errors are sentences for a model. Thread: one at a time; blocks.
class ConfinedFolder
{
public:
    template <typename T>
    using Outcome = tl::expected<T, std::string>;

    static constexpr std::size_t largestFile = 1'000'000;
    static constexpr std::size_t mostEntries = 1'000;

    explicit ConfinedFolder(std::string path, bool mayBeMade) : m_path(std::move(path)), m_mayBeMade(mayBeMade) { }

    /// Empty if there is no such file. Refused: anything but a regular file, or one larger than `largestFile`.
    [[nodiscard]] Outcome<std::optional<std::string>> read(const RelativePath& path) const;
    /// The beginning of a file, however large it is.
    struct Look
    {
        std::string beginning; ///< at most 4 kB
        bool isExecutable = false;
    };
    /// Empty if there is no such file. Refused: anything but a regular file.
    [[nodiscard]] Outcome<std::optional<Look>> look(const RelativePath& path) const;
    /// Refused: what would make a folder on its way a repository of git's (`RepositoryParts`), or lies in one. Git
    /// would obey the settings in it, whatever the folder is called. Says nothing of the rest of the path.
    [[nodiscard]] Outcome<void> mayWrite(const RelativePath& path) const;
    /// All or nothing; missing folders are created. `isNew`: refused if something with that name has appeared;
    /// otherwise an existing file is replaced, and keeps its permissions. Refused, too: what `mayWrite` refuses.
    [[nodiscard]] Outcome<void> write(const RelativePath& path, const std::string& bytes, bool isNew) const;

    struct Entry
    {
        enum class Kind { File, Folder, Other }; ///< Other: such as a link, which is not followed
        std::string path;
        Kind kind = Kind::File;
        std::int64_t size = 0; ///< of a file, in bytes
    };
    struct Listing
    {
        std::vector<Entry> entries; ///< in path order
        bool isCut = false;         ///< there are more than `mostEntries`, or deeper ones
    };
    /// Everything below a folder. Empty if the workspace has not been created yet.
    [[nodiscard]] Outcome<Listing> list(const RelativePath& folder) const;

private:
    std::string m_path;
    bool m_mayBeMade;
};

} // namespace quarterdeck::team
