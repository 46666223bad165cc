#pragma once

namespace quarterdeck::gateway {

/// How programs are admitted whose protocols have no place for a token: AgentScope's programs, MetaGPT's reporters, and
/// trace exporters, most of which are given an address and nothing else.
enum class StudioAccess {
    Open,      ///< any program of this computer
    WithToken, ///< which they name in their address ("?token=…"), or send where they can
    Off        ///< none of them; traces with the token
};

} // namespace quarterdeck::gateway
