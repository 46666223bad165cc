#pragma once

#include "model/agents/provider/model_connection.h"
#include "model/conversation/event.h"

#include <optional>
#include <string>

namespace quarterdeck::team {

/// A model server without a stored connection, given by its address: its id is that address, its name the host.
/// `keyVariable`: the environment variable that holds its key; empty = it needs none.
[[nodiscard]] ModelConnection serverAt(const std::string& address, const std::string& keyVariable);

/// Records it in a session's beginning, so that the log is all that is needed to continue. Never the key.
void recordServer(conversation::SessionStarted& started, const ModelConnection& server);
/// What `recordServer` recorded; empty if there is nothing, or if the session came from elsewhere (it has a source): a
/// file from somebody else must not make this program send a key anywhere. Thread: any.
[[nodiscard]] std::optional<ModelConnection> serverOf(const conversation::SessionStarted& started);

} // namespace quarterdeck::team
