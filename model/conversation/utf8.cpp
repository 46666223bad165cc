#include "model/conversation/utf8.h"

#include <algorithm>
#include <array>

namespace quarterdeck::conversation::utf8 {

namespace {

/// White space beyond ASCII, as its UTF-8 bytes.
constexpr std::array<std::string_view, 19> wideSpaces{
    "\u0085", "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006",
    "\u2007", "\u2008", "\u2009", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"};

bool isAsciiSpace(char byte) { return (byte >= '\t' && byte <= '\r') || (byte >= '\x1c' && byte <= ' '); }

} // namespace

std::string shortened(std::string_view text, std::size_t maxBytes)
{
    if (text.size() <= maxBytes) {
        return std::string(text);
    }
    std::size_t end = maxBytes;
    while (end > 0 && isContinuation(text[end])) {
        --end;
    }
    return std::string(text.substr(0, end)) + "…";
}

std::size_t lengthAt(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    return std::min(length, text.size() - at);
}

std::size_t spaceAt(std::string_view text, std::size_t at)
{
    if (isAsciiSpace(text[at])) {
        return 1;
    }
    if (static_cast<unsigned char>(text[at]) < 0xC2) {
        return 0;
    }
    for (const std::string_view space : wideSpaces) {
        if (text.substr(at, space.size()) == space) {
            return space.size();
        }
    }
    return 0;
}

} // namespace quarterdeck::conversation::utf8
