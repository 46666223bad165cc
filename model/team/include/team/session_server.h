#pragma once

#include "conversation/event.h"
#include "team/provider/connection.h"

#include <optional>
#include <string>

namespace quarterdeck::team {

/// A model server that no connection is stored for, as somebody named it by its address: its id is that address, and
/// its name the host in it. `keyVariable`: the environment variable that holds its key; empty = it wants none.
[[nodiscard]] Connection serverAt(const std::string& address, const std::string& keyVariable);

/// Writes it into how a session begins, so that the log is all that is needed to go on with it. Never the key.
void keepServer(conversation::SessionStarted& started, const Connection& server);
/// What `keepServer` left in a log; nothing where there is none, or where the session came from elsewhere (it has a
/// source): a file that somebody sent must not have this program send a key anywhere. Thread: any.
[[nodiscard]] std::optional<Connection> serverOf(const conversation::SessionStarted& started);

} // namespace quarterdeck::team
