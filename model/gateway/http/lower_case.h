#pragma once

#include <algorithm>
#include <string>

namespace quarterdeck::gateway {

/// ASCII only, as the names and tokens of HTTP are.
[[nodiscard]] inline std::string lowerCase(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return text;
}

} // namespace quarterdeck::gateway
