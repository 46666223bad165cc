#pragma once

#include "model/conversation/message.h"
#include "model/gateway/otlp/parsed_span.h"

#include <functional>
#include <string>
#include <vector>

namespace quarterdeck::gateway::otlp {

/// The messages of a call in recorded form, if `isNew`; their content is moved out of `told`. `speaker` speaks for the
/// model. The answer carries the tokens.
[[nodiscard]] std::vector<conversation::Message>
newMessages(ParsedSpan& told, const std::string& speaker,
            const std::function<bool(const conversation::MessageId&)>& isNew);

} // namespace quarterdeck::gateway::otlp
