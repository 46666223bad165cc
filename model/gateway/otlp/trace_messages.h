#pragma once

#include "conversation/message.h"
#include "otlp/told_span.h"

#include <functional>
#include <string>
#include <vector>

namespace quarterdeck::gateway::otlp {

/// The messages of a call as they are recorded, those that `isNew` says; what they say is taken out of `told`.
/// `speaker` is who speaks for the model. The tokens stand at the answer.
[[nodiscard]] std::vector<conversation::Message>
newMessages(ToldSpan& told, const std::string& speaker,
            const std::function<bool(const conversation::MessageId&)>& isNew);

} // namespace quarterdeck::gateway::otlp
