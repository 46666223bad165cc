#pragma once

#include "conversation/state.h"

#include <vector>

namespace quarterdeck::conversation {

/// The places in state.roles() of the members among a message's deliveries, each once, in hire order: what a log names
/// twice is given once, and strangers have no buffers. What is counted as delivered and what stands in an inbox agree
/// by this.
[[nodiscard]] std::vector<std::size_t> recipientPlaces(const ConversationState& state, const Route& route);

} // namespace quarterdeck::conversation
