#include "storage/search/ansi_escape.h"

namespace quarterdeck::storage::search {

std::size_t ansiEscapeAt(std::string_view text, std::size_t at)
{
    constexpr std::size_t longest = 128; ///< what goes on for longer is no sequence
    const std::string_view code = text.substr(at, longest);
    if (!code.starts_with("\x1b["))
        return 0;
    for (std::size_t i = 2; i < code.size(); ++i) {
        const char byte = code[i];
        if (byte >= '@' && byte <= '~')
            return i + 1;
        if (byte < ' ' || byte > '?')
            return 0;
    }
    return 0;
}

std::size_t terminalLookAt(std::string_view text, std::size_t at)
{
    const std::size_t bytes = ansiEscapeAt(text, at);
    return bytes > 0 && text[at + bytes - 1] == 'm' ? bytes : 0;
}

} // namespace quarterdeck::storage::search
