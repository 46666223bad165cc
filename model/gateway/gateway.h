#pragma once

#include "model/gateway/clients/connected_client.h"
#include "model/gateway/program_access.h"
#include "model/gateway/remote_session.h"
#include "model/session/session_hub.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::gateway {

/// The next port on which nobody listens at the moment; 0 = none of the next fifty. Thread: any; asks the system.
[[nodiscard]] std::uint16_t nextFreePort(std::uint16_t after);

/// AgentScope Studio's default, so that its users change nothing.
inline constexpr std::uint16_t studioPort = 3000;
/// OpenTelemetry's defaults, used by exporters that were told nothing else.
inline constexpr std::uint16_t tracePort = 4318;
inline constexpr std::uint16_t grpcTracePort = 4317;

/// Agents that live outside: a server on 127.0.0.1 and ::1, on a thread of its own. What they say becomes events of
/// sessions of kind Remote, and is acknowledged when those are durable. It serves AgentScope Studio's HTTP routes
/// `/trpc/registerRun`, `/trpc/registerReply` and `/trpc/pushMessage` as used by AgentScope 1.0.x programs, MCP at
/// `/mcp`, Quarterdeck's own API and OpenTelemetry's traces at `/v1`. Thread: the hub's (made, used and destroyed
/// there). The hub must outlive it.
class Gateway final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Gateway)
public:
    /// Port 0 = any free one. `token` admits programs where they need one (program_access.h); without it nobody is
    /// admitted there. Errors: Locked if another program listens on the port; Io.
    [[nodiscard]] static session::Result<std::unique_ptr<Gateway>>
    start(session::SessionHub& hub, std::uint16_t port, std::string token = {},
          TokenlessAccess studio = TokenlessAccess::Open);
    /// Closes every connection; what was posted and not answered may or may not have been stored.
    ~Gateway() override;

    [[nodiscard]] std::uint16_t port() const;
    /// Listens by the local socket at this path (program_access.h), too: for programs of this user, which need no token
    /// there. Errors: Io.
    [[nodiscard]] session::Result<void> listenAt(const std::string& path);
    /// Takes traces (OTLP over HTTP or gRPC) on a second port too; on the first one it does so anyway. With
    /// `tracePort` also on `grpcTracePort`, if that is free. As `start`.
    [[nodiscard]] session::Result<std::uint16_t> listenForTraces(std::uint16_t port);
    /// Who is connected, or was in the last few minutes.
    [[nodiscard]] const ConnectedClients& programs() const;
    /// The processes of those that are connected, as far as they are known.
    [[nodiscard]] std::vector<std::int64_t> clientProcesses() const;

    /// Takes effect at once: connections that are no longer allowed are closed.
    void setTokenlessAccess(TokenlessAccess access);

signals:
    /// At most once a second.
    void programsChanged(const quarterdeck::gateway::ConnectedClients& programs);
    /// Something the person should know, though they need not look. Limited to what a person can bear; what is left out
    /// is in its session like anything else.
    void userNotified(const quarterdeck::gateway::UserNotification& notice);

private:
    class Private;
    explicit Gateway(std::unique_ptr<Private> made);
    std::unique_ptr<Private> d;
};

} // namespace quarterdeck::gateway
