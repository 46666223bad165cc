#pragma once

#include "model/conversation/state/state.h"

#include <vector>

namespace quarterdeck::conversation {

/// The places in state.roles() of the members among a message's deliveries, each once, in hire order: a name that a log
/// repeats is delivered once, and strangers have no buffers. The count of deliveries and the content of an inbox agree
/// because of this.
[[nodiscard]] std::vector<std::size_t> recipientIndexes(const ConversationState& state, const Route& route);

} // namespace quarterdeck::conversation
