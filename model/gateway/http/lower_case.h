#pragma once

#include <algorithm>
#include <string>

namespace quarterdeck::gateway {

/// ASCII only, like HTTP's names and tokens.
[[nodiscard]] inline std::string lowerCase(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return text;
}

} // namespace quarterdeck::gateway
