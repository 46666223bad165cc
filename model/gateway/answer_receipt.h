#pragma once

#include "model/conversation/ids.h"
#include "model/session/session.h"

#include <memory>

namespace quarterdeck::gateway {

/// Records once that the asker has received the answer. If that cannot be stored, it is retried as long as the session
/// exists; otherwise the person would be told for ever that it was not delivered. `held` is released when it is stored,
/// or need not be. Thread: the session's.
void acknowledgeAnswer(session::Session& session, const conversation::QuestionId& id, std::shared_ptr<void> held = {});

} // namespace quarterdeck::gateway
