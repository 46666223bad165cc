#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace quarterdeck::team {

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
