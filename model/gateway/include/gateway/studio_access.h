#pragma once

namespace quarterdeck::gateway {

/// How programs are let in whose protocols have no place for a token: AgentScope's, and MetaGPT's reporters.
enum class StudioAccess {
    Open,      ///< any program of this computer
    WithToken, ///< which they name in their address: "?token=…"
    Off
};

} // namespace quarterdeck::gateway
