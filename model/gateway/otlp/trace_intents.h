#pragma once

#include "model/conversation/intent.h"
#include "model/gateway/otlp/parsed_span.h"

#include <cstddef>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace quarterdeck::gateway::otlp {

/// What spans add to the session they belong to. Pure; thread: any.

/// What is in a session's log; of each a number of eight bytes.
struct StoredSpanKeys
{
    std::unordered_set<std::size_t> spans;
    std::unordered_set<std::size_t> messages;
};
[[nodiscard]] std::size_t keyOf(const conversation::Span& span);
[[nodiscard]] std::size_t keyOf(const conversation::MessageId& id);

struct TraceIntents
{
    std::vector<conversation::Intent> intents; ///< messages, or usage, and then the spans that mention it; again
    std::set<std::string> speakers;            ///< the messages', except the person
};

/// Of log records only the messages count. What of `spans`, whose messages and spans come by their start, is
/// not known yet. Where `isTold`, the program says its messages by itself, and of a call only the tokens count.
[[nodiscard]] TraceIntents intentsOf(std::vector<ParsedSpan> spans, bool isTold, const StoredSpanKeys& known);

} // namespace quarterdeck::gateway::otlp
