#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace quarterdeck::team {

/// A path below a folder, as an agent wrote it, taken apart. It has no "..", is not absolute, and names nothing of
/// git's own: what stands there runs when the person uses git. Bounded: 1,024 bytes, 32 parts of 255 bytes.
struct RelativePath
{
    std::vector<std::string> parts; ///< empty = the folder itself
    [[nodiscard]] std::string text() const;

    /// The error is a sentence for a model.
    [[nodiscard]] static tl::expected<RelativePath, std::string> of(std::string_view text);
};

/// Whether a name within the folder is kept from agents.
[[nodiscard]] bool isKeptName(std::string_view name);

} // namespace quarterdeck::team
