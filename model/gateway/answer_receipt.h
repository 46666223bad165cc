#pragma once

#include "conversation/ids.h"
#include "session/session.h"

#include <memory>

namespace quarterdeck::gateway {

/// Writes into the log that who asked has the answer, once. Where that cannot be stored it is tried again for as long
/// as the session is there: else the person would be told for ever that it was not delivered. `held` is let go when it
/// is stored, or need not be. Thread: the session's.
void acknowledgeAnswer(session::Session& session, const conversation::QuestionId& id, std::shared_ptr<void> held = {});

} // namespace quarterdeck::gateway
