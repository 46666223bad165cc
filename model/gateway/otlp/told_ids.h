#pragma once

#include "otlp/told_span.h"

namespace quarterdeck::gateway::otlp {

/// Gives a call's messages their ids, which are made of what they say and of how often the same was said before it in
/// this call: so what the next call repeats has the same id. Thoughts do not count, which few programs send back. Pure;
/// thread: any; not the engine's, since it takes a while.
void identify(std::vector<ToldMessage>& messages);

} // namespace quarterdeck::gateway::otlp
