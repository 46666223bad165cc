#include "app/desktop/later_starts.h"

#include "app/desktop/agents_controller.h"
#include "app/desktop/window_commands.h"
#include "app/services/engine.h"
#include "app/services/run_host.h"
#include "ui/shell/main_window.h"

namespace quarterdeck::app {

LaterStarts::LaterStarts(const QString& library, const Surroundings& surroundings)
    : QObject(&surroundings.window)
    , m_commands(surroundings.commands)
    , m_agents(surroundings.agents)
    , m_window(surroundings.window)
    , m_owner(library, Owner::Face::Window)
{
    Engine& engine = surroundings.engine;
    m_owner.setLibrary(engine.library());
    engine.addPart([&](session::SessionHub& hub) {
        m_runs = new RunHost({hub, *m_commands.teams(), surroundings.models, engine.library(), engine.context()});
        return m_runs;
    });
    connect(&m_owner, &Owner::asked, this, &LaterStarts::show);
    connect(&m_owner, &Owner::importAsked, &m_commands.imports(), &WindowImports::startFor);
    // Queued: a guest lives on this thread, not on the host's.
    connect(&m_owner, &Owner::runAsked, this, [this](RunGuest& guest) { m_runs->serve(guest); });
    connect(&m_owner, &Owner::gatewayAsked, this, [this](GatewayGuest& guest) {
        connect(&m_agents, &AgentsController::portChanged, &guest, [this, &guest] { tellPort(guest); });
        tellPort(guest);
    });
}

void LaterStarts::tellPort(GatewayGuest& guest) const { guest.tellPort(m_agents.port()); }

void LaterStarts::show(const Handover& what)
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
