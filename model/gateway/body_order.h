#pragma once

#include "http/http_message.h"

#include <string>

namespace quarterdeck::gateway {

/// What a body belongs to, so that it is not taken before those that were sent before it: a run, a session, a client.
/// Found without reading the body, for those whose reading is a longer work: a run's name is looked for in its first
/// and its last 64 kB. Empty = nothing, or it is not found. Pure; thread: any.
[[nodiscard]] std::string orderOf(const HttpRequest& request);

} // namespace quarterdeck::gateway
