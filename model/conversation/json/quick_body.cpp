#include "json/quick_body.h"

#include "conversation/event_json.h"
#include "json/event_body.h"

#include <simdjson.h>
#include <utility>

namespace quarterdeck::conversation::json {

namespace {

/// One per thread, as it keeps its memory: about ten times the largest text it has read, of which there is a limit.
class TextParser
{
public:
    static constexpr std::size_t largest = 256u << 10u;

    TextParser() : m_isReady(m_parser.allocate(usual, maxJsonDepth) == simdjson::SUCCESS) { }

    /// Valid until the next call; nothing for what is large, deep or no JSON.
    std::optional<FoundValue> parse(std::string_view text)
    {
        if (!m_isReady) {
            return std::nullopt;
        }
        const auto found = m_parser.parse(text.data(), text.size());
        return found.error() == simdjson::SUCCESS ? std::optional(FoundValue(found.value_unsafe())) : std::nullopt;
    }

private:
    static constexpr std::size_t usual = 16u << 10u;
    simdjson::dom::parser m_parser{largest};
    bool m_isReady;
};

} // namespace

std::optional<EventBody> bodyAtOnce(std::string_view kind, int version, std::string_view payload)
{
    thread_local TextParser parser;
    const std::optional<FoundValue> found =
        version == eventVersion ? parser.parse(payload) : std::optional<FoundValue>();
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

} // namespace quarterdeck::conversation::json
