#pragma once

#include "model/conversation/event.h"

#include <string_view>

namespace quarterdeck::conversation {

/// `eventPayload` without a copy, for writing a million of them. Valid until the thread's next call of either.
[[nodiscard]] std::string_view payloadView(const EventBody& body);

} // namespace quarterdeck::conversation
