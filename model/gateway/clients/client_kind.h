#pragma once

#include "model/gateway/clients/connected_client.h"

#include <optional>
#include <string_view>

namespace quarterdeck::gateway {

/// Which program a session belongs to, by its source.
struct ClientSource
{
    ClientKind kind = ClientKind::AgentScope;
    std::string_view id; ///< AgentScope's run, a session of MCP, a name for programs of the API; from the source's text
};

/// Empty for a session that no program made. Pure; thread: any.
[[nodiscard]] std::optional<ClientSource> clientSourceOf(std::string_view source);

} // namespace quarterdeck::gateway
