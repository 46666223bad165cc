#pragma once

#include "app/services/instance_server.h"

#include <QObject>
#include <QString>
#include <memory>

namespace quarterdeck::team {
class ModelSource;
}

namespace quarterdeck::ui {
class MainWindow;
}

namespace quarterdeck::app {

class AgentsController;
class Engine;
class RunHost;
class WindowCommands;

/// What the window does for later starts on its library: shows itself, imports, runs teams, and serves agents in place
/// of gateways. Thread: ui. A child of the window; everything else must outlive it.
class LaunchRequestHandler final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LaunchRequestHandler)
public:
    struct Dependencies
    {
        Engine& engine;
        WindowCommands& commands;
        AgentsController& agents;
        ui::MainWindow& window;
        std::shared_ptr<team::ModelSource> models; ///< those of its teams; for the engine thread
    };
    /// Requires the library's lock.
    LaunchRequestHandler(const QString& library, const Dependencies& surroundings);
    ~LaunchRequestHandler() override = default;

private:
    void show(const LaunchRequest& what);
    void tellPort(GatewayPeer& guest) const;

    WindowCommands& m_commands;
    AgentsController& m_agents;
    ui::MainWindow& m_window;
    RunHost* m_runs = nullptr; ///< the engine's
    InstanceServer m_owner;
};

} // namespace quarterdeck::app
