#pragma once

#include "model/gateway/clients/connected_client.h"

#include <QString>

/// Connected programs, in words. Pure; thread: ui. The language is the application's.
namespace quarterdeck::ui::program_words {

/// "AgentScope"
[[nodiscard]] QString kind(gateway::ClientKind kind);
/// Its title, safe to show; for one that was only refused, that it has none.
[[nodiscard]] QString title(const gateway::ConnectedClient& program);
/// "Connected since 14:02"; "Last heard at 14:02"; "Gone since 14:02"
[[nodiscard]] QString since(const gateway::ConnectedClient& program, conversation::Timestamp now);
/// "12 messages a minute · 2 open questions"; empty for one that has left and was silent before.
[[nodiscard]] QString rate(const gateway::ConnectedClient& program);
/// Both in one line.
[[nodiscard]] QString state(const gateway::ConnectedClient& program, conversation::Timestamp now);
/// "14:05: refused (400): The content is no JSON."; empty if nothing went wrong.
[[nodiscard]] QString error(const gateway::ConnectedClient& program, conversation::Timestamp now);

} // namespace quarterdeck::ui::program_words
