#include "app/services/remote_role_gateway.h"

#include "app/services/await.h"
#include "model/conversation/outsiders.h"
#include "model/gateway/gateway.h"
#include "model/gateway/program_access.h"

#include <QCoreApplication>

namespace quarterdeck::app {

conversation::Error withFreePort(conversation::Error error, std::uint16_t taken)
{
    if (error.code != conversation::ErrorCode::Locked)
        return error;
    if (const std::uint16_t port = gateway::nextFreePort(taken); port != 0)
        error.sentence +=
            ' ' + QCoreApplication::translate("CommandLine", "`--port %1` is free.").arg(port).toStdString();
    return error;
}

namespace {

bool leavesMembers(session::SessionHub& hub, const session::Session& session)
{
    const auto first = await<std::vector<session::Event>>(
        [&](auto done) { hub.library().readEvents(session.id(), {0}, 1, std::move(done)); });
    const auto* started =
        first && !first->empty() ? std::get_if<conversation::SessionStarted>(&first->front().body) : nullptr;
    return started != nullptr && !conversation::remoteRoles(*started).empty();
}

} // namespace

session::Result<std::unique_ptr<gateway::Gateway>> openRemoteRoleGateway(const CommandLine& line,
                                                                         session::SessionHub& hub,
                                                                         const session::Session& session,
                                                                         Console& console)
{
    if (!line.isPortGiven && !leavesMembers(hub, session))
        return std::unique_ptr<gateway::Gateway>();
    hub.start(); // programs find its sessions in the list
    auto token = gateway::accessTokenAt(gateway::accessTokenPath());
    if (!token)
        return tl::make_unexpected(std::move(token.error()));
    auto door = gateway::Gateway::start(hub, line.port, std::move(*token), gateway::TokenlessAccess::Off);
    if (!door)
        return tl::make_unexpected(withFreePort(std::move(door.error()), line.port));
    console.note(QCoreApplication::translate("CommandLine", "Programs that play members connect to %1.")
                     .arg(QStringLiteral("http://localhost:%1").arg((*door)->port()))
                     .toStdString());
    return door;
}

} // namespace quarterdeck::app
