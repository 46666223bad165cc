#pragma once

#include "model/gateway/otlp/parsed_span.h"

namespace quarterdeck::gateway::otlp {

/// Assigns ids to a call's messages, made of their words and of how often the same was said before in this call: so
/// what the next call repeats gets the same id. Thoughts do not count, since few programs send them back. Pure; thread:
/// any but the engine's, since it takes a while.
void assignMessageIds(std::vector<SpanMessage>& messages);

} // namespace quarterdeck::gateway::otlp
