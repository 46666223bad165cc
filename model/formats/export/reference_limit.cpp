#include "model/formats/export/reference_limit.h"

#include <algorithm>
#include <cstddef>

namespace quarterdeck::formats::html {

namespace {

/// "[label]:", or a label that continues in the next line.
bool mayDefine(std::string_view line)
{
    const std::size_t end = line.find(']');
    return line.starts_with('[') && (end == std::string_view::npos || line.substr(end + 1).starts_with(':'));
}

} // namespace

bool exceedsReferenceLimit(std::string_view markdown)
{
    constexpr std::size_t most = 4'000'000;
    const auto links = static_cast<std::size_t>(std::count(markdown.begin(), markdown.end(), ']')); // at most
    std::size_t longest = 0;
    std::size_t definition = 0; // that may begin above the line
    while (!markdown.empty()) {
        const std::string_view line = markdown.substr(0, markdown.find_first_of("\r\n"));
        markdown.remove_prefix(std::min(line.size() + 1, markdown.size()));
        // After the marks of the blocks around it.
        const std::size_t begin = line.find_first_not_of("> \t-*+0123456789.)");
        if (begin == std::string_view::npos)
            definition = 0;
        else if (mayDefine(line.substr(begin)))
            definition = line.size();
        else if (definition > 0)
            definition += line.size();
        longest = std::max(longest, definition);
    }
    return links > 0 && longest > most / links;
}

} // namespace quarterdeck::formats::html
