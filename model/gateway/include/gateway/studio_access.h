#pragma once

namespace quarterdeck::gateway {

/// How programs are let in whose protocols have no place for a token: AgentScope's, and MetaGPT's
/// reporters; and traces, whose programs are mostly told an address and nothing else.
enum class StudioAccess {
    Open,      ///< any program of this computer
    WithToken, ///< which they name in their address ("?token=…"), or send where they can
    Off        ///< none of them; traces with the token
};

} // namespace quarterdeck::gateway
