#include "model/conversation/json/fast_body_parser.h"

#include "model/conversation/json/event_body.h"
#include "model/conversation/json/event_json.h"

#include <simdjson.h>
#include <utility>

namespace quarterdeck::conversation::json {

namespace {

/// Keeps its memory, about ten times the largest text it has parsed, which is limited.
class TextParser
{
public:
    TextParser(std::size_t usual, std::size_t largest)
        : m_parser(largest)
        , m_isReady(m_parser.allocate(usual, maxJsonDepth) == simdjson::SUCCESS)
    { }

    /// Valid until the next call; empty if the text is large, deeply nested or not JSON.
    std::optional<FoundValue> parse(std::string_view text)
    {
        if (!m_isReady) {
            return std::nullopt;
        }
        const auto found = m_parser.parse(text.data(), text.size());
        return found.error() == simdjson::SUCCESS ? std::optional(FoundValue(found.value_unsafe())) : std::nullopt;
    }

private:
    simdjson::dom::parser m_parser;
    bool m_isReady;
};

constexpr std::size_t usual = 16u << 10u;
constexpr std::size_t largestKept = 256u << 10u; ///< what is larger is rare, and gets a parser of its own
constexpr std::size_t largest = 256u << 20u;

std::optional<EventBody> bodyIn(TextParser& parser, std::string_view kind, std::string_view payload)
{
    const std::optional<FoundValue> found = parser.parse(payload);
    if (!found) {
        return std::nullopt;
    }
    try {
        EventBody body;
        return tryReadAny(kind, *found, body) ? std::optional(std::move(body)) : std::nullopt;
    } catch (const Mismatch&) {
        return std::nullopt;
    }
}

} // namespace

std::optional<EventBody> parseBodyFast(std::string_view kind, int version, std::string_view payload)
{
    if (version != eventVersion) {
        return std::nullopt;
    }
    if (payload.size() > largestKept) {
        TextParser once(payload.size(), largest);
        return bodyIn(once, kind, payload);
    }
    // One per thread, as it keeps its memory.
    thread_local TextParser parser(usual, largestKept);
    return bodyIn(parser, kind, payload);
}

} // namespace quarterdeck::conversation::json
