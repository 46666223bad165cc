#include "app/desktop/launch_request_handler.h"

#include "app/desktop/agents_controller.h"
#include "app/desktop/window_commands.h"
#include "app/services/engine.h"
#include "app/services/run_host.h"
#include "ui/shell/main_window.h"

namespace quarterdeck::app {

LaunchRequestHandler::LaunchRequestHandler(const QString& library, const Dependencies& surroundings)
    : QObject(&surroundings.window)
    , m_commands(surroundings.commands)
    , m_agents(surroundings.agents)
    , m_window(surroundings.window)
    , m_owner(library, InstanceServer::InstanceRole::Window)
{
    Engine& engine = surroundings.engine;
    m_owner.setLibrary(engine.library());
    engine.addPart([&](session::SessionHub& hub) {
        m_runs = new RunHost({hub, *m_commands.teams(), surroundings.models, engine.library(), engine.context()});
        return m_runs;
    });
    connect(&m_owner, &InstanceServer::asked, this, &LaunchRequestHandler::show);
    connect(&m_owner, &InstanceServer::importAsked, &m_commands.imports(), &ImportController::startFor);
    // Queued: a guest lives on this thread, not on the host's.
    connect(&m_owner, &InstanceServer::runAsked, this, [this](RunPeer& guest) { m_runs->serve(guest); });
    connect(&m_owner, &InstanceServer::gatewayAsked, this, [this](GatewayPeer& guest) {
        connect(&m_agents, &AgentsController::portChanged, &guest, [this, &guest] { tellPort(guest); });
        tellPort(guest);
    });
}

void LaunchRequestHandler::tellPort(GatewayPeer& guest) const { guest.tellPort(m_agents.port()); }

void LaunchRequestHandler::show(const LaunchRequest& what)
{
    if (m_window.isMinimized())
        m_window.showNormal();
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
    if (what.isDemo)
        m_commands.startDemo();
    if (!what.files.isEmpty())
        m_commands.open(what.files);
}

} // namespace quarterdeck::app
