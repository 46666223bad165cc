#pragma once

#include <string>
#include <tl/expected.hpp>

namespace quarterdeck::team {

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
