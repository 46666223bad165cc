#pragma once

#include "conversation/message.h"
#include "otlp/told_span.h"

#include <string>
#include <vector>

namespace quarterdeck::gateway::otlp {

/// The messages of a call as they are recorded. Their ids are made of what they say and of how often the same was said
/// before it in this call: so what the next call repeats has the same id. Thoughts do not count, which few programs
/// send back. `speaker` is who speaks for the model. The tokens stand at the answer.
[[nodiscard]] std::vector<conversation::Message> recordedMessages(const ToldSpan& told, const std::string& speaker);

} // namespace quarterdeck::gateway::otlp
