#pragma once

#include "model/conversation/decide/decide.h"

namespace quarterdeck::conversation {

/// `decide` for what an import does a million times: the message is moved into its event rather than copied.
[[nodiscard]] Decision decideRecordMessage(const ConversationState& state, RecordMessage message,
                                           const DecideContext& context);

} // namespace quarterdeck::conversation
