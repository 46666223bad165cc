#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::team {

/// Who runs a file by itself, or obeys it, without being told to by the person: see the table in the source.
enum class SelfRunBy : std::uint8_t {
    Shell,
    Editor,
    Git,
    BuildServer,
    BuildTool,
    PackageManager,
    Python,
    TestsAndLinters,
    Agent,
    Desktop,
    Account,
    Debugger,
    Hidden,
    ShortName,
};

/// A name as the most forgiving file systems take it: HFS+ ignores some characters and NTFS trailing dots, blanks, and
/// what follows a colon; both ignore case.
[[nodiscard]] std::string plainName(std::string_view name);

/// Whether a name is git's own folder, also by the names that NTFS and HFS+ know it by: off limits to agents.
[[nodiscard]] bool isKeptName(std::string_view name);

/// Who runs a file with this path by itself; empty = nobody known. `parts`: below the work folder.
[[nodiscard]] std::optional<SelfRunBy> selfRunBy(const std::vector<std::string>& parts);
/// Who obeys what is inside a folder of this name; empty = nobody known. A merely hidden folder counts.
[[nodiscard]] std::optional<SelfRunBy> folderObeyedBy(std::string_view name);

/// The names in one folder by which git takes it for a repository, whatever the folder is called. Git obeys the
/// settings of such a folder, and they can name programs.
struct RepositoryParts
{
    bool hasHead = false;
    bool hasObjects = false;
    bool hasRefs = false;
    bool hasCommonFolder = false; ///< "commondir": the other parts are elsewhere

    void see(std::string_view name);
    [[nodiscard]] bool areWhole() const { return hasHead && ((hasObjects && hasRefs) || hasCommonFolder); }
};

/// A path below a folder, as written by an agent, split up. It has no "..", is not absolute, and names none of git's
/// own files (by no name that any file system knows them by), which could run when the person uses git. Limited to
/// 1,024 bytes, and 32 parts of 255 bytes.
struct RelativePath
{
    std::vector<std::string> parts; ///< empty = the folder itself
    [[nodiscard]] std::string text() const;

    /// The error is a sentence for a model.
    [[nodiscard]] static tl::expected<RelativePath, std::string> of(std::string_view text);
};

} // namespace quarterdeck::team
