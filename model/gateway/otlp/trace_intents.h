#pragma once

#include "model/conversation/intent.h"
#include "model/gateway/otlp/parsed_span.h"

#include <set>
#include <string>
#include <vector>

namespace quarterdeck::gateway::otlp {

/// What spans add to the session they belong to. Pure; thread: any.

struct TraceIntents
{
    std::vector<conversation::Intent> intents; ///< messages, or usage, and then the spans that mention it; again
    std::set<std::string> speakers;            ///< the messages', except the person
};

/// What is new in `spans`, in their order (trace_memory.h). Of log records only the messages count. Where `isTold`, the
/// program says its messages by itself, and of a call only the tokens count.
[[nodiscard]] TraceIntents intentsOf(std::vector<ParsedSpan> spans, bool isTold);

} // namespace quarterdeck::gateway::otlp
