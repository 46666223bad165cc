#pragma once

#include "model/gateway/otlp/parsed_span.h"

#include <string_view>

namespace quarterdeck::gateway::otlp {

/// The messages of a model call as libraries with attribute names of their own record them: OpenLLMetry and LiteLLM
/// (one attribute per piece), Vercel's AI SDK, Pydantic AI, Google's ADK, Logfire and LangSmith; and the events of
/// the 1.27 conventions, which hold all messages together. Empty if there are none.
[[nodiscard]] std::vector<SpanMessage> vendorMessages(const ReceivedSpan& span);

/// Whether the attribute with that name only holds such messages.
[[nodiscard]] bool isVendorMessageAttribute(std::string_view name);

} // namespace quarterdeck::gateway::otlp
