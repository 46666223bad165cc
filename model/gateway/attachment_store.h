#pragma once

#include "model/formats/session_sink.h"
#include "model/session/callback_guard.h"
#include "model/session/library.h"

#include <functional>
#include <vector>

namespace quarterdeck::gateway {

using StoredAttachments = session::Result<std::vector<session::AttachmentInfo>>;

/// Stores all of them, and calls `done` when they are durable, in order, or with the first error; at once if there are
/// none. Store what names them afterwards. Thread: that of `replies`.
void storeAttachments(session::Library& library, const session::CallbackGuard& replies,
                      std::vector<formats::RecordedAttachment> attachments,
                      std::function<void(const StoredAttachments&)> done);

} // namespace quarterdeck::gateway
