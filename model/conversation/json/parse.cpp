#include "model/conversation/conversation_errors.h"
#include "model/conversation/json/event_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::conversation {

namespace {

/// Most texts pass this test without being scanned character by character, as for every row of every window.
bool hasFewBrackets(std::string_view text)
{
    return std::ranges::count(text, '[') + std::ranges::count(text, '{') <= maxJsonDepth;
}

/// Counts brackets outside of texts; exact for JSON, and an upper bound for anything else.
bool nestsTooDeeply(std::string_view text)
{
    int depth = 0;
    bool isInText = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (isInText) {
            at += c == '\\' ? 1 : 0;
            isInText = c != '"';
        } else if (c == '"') {
            isInText = true;
        } else if (c == '[' || c == '{') {
            if (++depth > maxJsonDepth) {
                return true;
            }
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

} // namespace

Result<nlohmann::json> parseJson(std::string_view text)
{
    if (!hasFewBrackets(text) && nestsTooDeeply(text)) {
        return tl::unexpected(errors::nestedTooDeeply());
    }
    nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
    if (value.is_discarded()) {
        return tl::unexpected(errors::notJson());
    }
    return value;
}

} // namespace quarterdeck::conversation
