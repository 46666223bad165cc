#pragma once

#include "model/conversation/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::gateway {

/// How a program connects.
enum class ClientKind { AgentScope, Mcp, Api, Traces, MetaGpt };

/// The last error with a program.
struct ClientError
{
    std::int32_t status = 0; ///< HTTP status of a refused request; 0 = it said so itself, or it could not be stored
    std::string sentence;    ///< untrusted if the program said it; empty = no error
    conversation::Timestamp time = {};
    friend bool operator==(const ClientError&, const ClientError&) = default;
};

/// An outside program that is connected, or was until some minutes ago.
struct ConnectedClient
{
    ClientKind kind = ClientKind::AgentScope;
    conversation::SessionId session; ///< empty = it was refused, nothing was accepted
    std::string title;               ///< of its session; untrusted
    bool isHere = false;
    conversation::Timestamp since = {}; ///< when it came or, if it is not here, when it went
    /// For a program that may or may not be here: it holds no connection, its process is unknown, and it did not say
    /// that it left. When it was last heard from, to the minute. `isHere` for some minutes after that.
    std::optional<conversation::Timestamp> heard = {};
    std::int32_t messagesPerMinute = 0; ///< its own, in the last minute
    std::int32_t openQuestions = 0;     ///< those it asked
    ClientError lastError = {};
    friend bool operator==(const ConnectedClient&, const ConnectedClient&) = default;
};

/// Those that are here first; then the newest first.
using ConnectedClients = std::vector<ConnectedClient>;

} // namespace quarterdeck::gateway
