#pragma once

#include "model/gateway/http/http_message.h"
#include "model/session/session_hub.h"

#include <memory>

namespace quarterdeck::gateway {

/// Without the token: that this is Quarterdeck, and how to speak to it.
[[nodiscard]] HttpResponse healthAnswer();

/// With the token: also how the library is doing. Replies on the library's thread. Thread: the hub's.
void handleHealthRequest(session::SessionHub& hub, std::shared_ptr<HttpExchange> exchange);

} // namespace quarterdeck::gateway
