#pragma once

namespace quarterdeck::gateway {

/// How programs are admitted whose protocols have no place for a token: AgentScope's programs, MetaGPT's reporters, and
/// trace exporters, most of which are given an address and nothing else.
enum class TokenlessAccess {
    Open,      ///< any program on this computer
    WithToken, ///< with a token in their address ("?token=…"), or sent if they can
    Off        ///< none of them; traces with the token
};

} // namespace quarterdeck::gateway
