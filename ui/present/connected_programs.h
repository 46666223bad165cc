#pragma once

#include "model/gateway/clients/connected_client.h"
#include "model/session/library.h"
#include "ui/present/sessions.h"

#include <QString>

#include <map>
#include <optional>
#include <string>

namespace quarterdeck::ui::program_words {

/// Connected programs, in words. Pure; thread: ui. The language is the application's.

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

namespace quarterdeck::ui::present {

/// Who is connected, by their sessions. Pure; thread: ui.
class Connections
{
public:
    Connections() = default;
    explicit Connections(const gateway::ConnectedClients& programs);

    /// Nothing for a session that no program made and none plays in. `source`: as in the session's log; ignored for a
    /// recording.
    [[nodiscard]] std::optional<view::Connection> of(const conversation::SessionId& session, const std::string& source,
                                                     bool isImportedSession, conversation::Timestamp now) const;
    /// Whether everything but the rates is the same: those change every second.
    [[nodiscard]] bool isSameButForRates(const Connections& other) const;

private:
    std::map<conversation::SessionId, gateway::ConnectedClient> m_programs;
};

} // namespace quarterdeck::ui::present
