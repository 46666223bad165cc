#pragma once

#include "model/gateway/otlp/told_span.h"

namespace quarterdeck::gateway::otlp {

/// Assigns ids to a call's messages, made of their words and of how often the same was said before in this call: so
/// what the next call repeats gets the same id. Thoughts do not count, since few programs send them back. Pure; thread:
/// any but the engine's, since it takes a while.
void identify(std::vector<ToldMessage>& messages);

} // namespace quarterdeck::gateway::otlp
