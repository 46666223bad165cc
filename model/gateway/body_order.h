#pragma once

#include "model/gateway/http/http_message.h"

#include <string>

namespace quarterdeck::gateway {

/// What a body belongs to (a run, a session, a client), so that it is not handled before those sent earlier. Found
/// without parsing the body if that would take long: a run's name is searched for in the first and last 64 kB. Empty =
/// nothing, or not found. Pure; thread: any.
[[nodiscard]] std::string orderOf(const HttpRequest& request);

} // namespace quarterdeck::gateway
