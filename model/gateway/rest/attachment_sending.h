#pragma once

#include "model/gateway/http/http_message.h"
#include "model/session/session_hub.h"

#include <memory>

namespace quarterdeck::gateway::api {

/// Replies with an attachment's bytes, large ones in pieces: the next is read when the client has taken the last, so a
/// slow client costs one piece of memory. If they cannot be read to the end, the reply breaks off short of its length.
/// Thread: the hub's, which outlives the server.
void sendAttachment(session::SessionHub& hub, const session::AttachmentInfo& info,
                    const std::shared_ptr<HttpExchange>& exchange);

} // namespace quarterdeck::gateway::api
