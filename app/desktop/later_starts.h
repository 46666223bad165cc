#pragma once

#include "app/services/owner.h"

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
class LaterStarts final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LaterStarts)
public:
    struct Surroundings
    {
        Engine& engine;
        WindowCommands& commands;
        AgentsController& agents;
        ui::MainWindow& window;
        std::shared_ptr<team::ModelSource> models; ///< those of its teams; for the engine thread
    };
    /// Requires the library's lock.
    LaterStarts(const QString& library, const Surroundings& surroundings);
    ~LaterStarts() override = default;

private:
    void show(const Handover& what);
    void tellPort(GatewayGuest& guest) const;

    WindowCommands& m_commands;
    AgentsController& m_agents;
    ui::MainWindow& m_window;
    RunHost* m_runs = nullptr; ///< the engine's
    Owner m_owner;
};

} // namespace quarterdeck::app
