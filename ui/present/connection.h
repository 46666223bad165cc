#pragma once

#include "model/gateway/clients/connected_client.h"
#include "model/session/library.h"
#include "ui/present/client_status.h"

#include <map>
#include <optional>
#include <string>

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
