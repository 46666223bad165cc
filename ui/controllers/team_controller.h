#pragma once

#include "ui/controllers/app_commands.h"
#include "ui/controllers/burn_rate_tracker.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/remote_role_tracker.h"
#include "ui/panels/team_panel.h"
#include "ui/panels/toolbar.h"
#include "ui/present/connection.h"
#include "ui/shell/dock.h"
#include "ui/shell/dock_strip.h"
#include "ui/theme/action_registry.h"

#include <QObject>

namespace quarterdeck::ui {

/// Fills the Team dock and the toolbar, and turns steering (run, pause, step, stop, retry, public or private, ending a
/// direct chat) into commands and intents. Thread: ui.
class TeamController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamController)
public:
    struct Dependencies
    {
        TeamPanel& panel;
        Dock& dock;
        DockStrip& strip;
        Toolbar& toolbar;
        ActionRegistry& actions;
    };
    TeamController(Dependencies parts, CurrentSession& viewed, AppCommands& commands, QObject* parent = nullptr);

    /// Who is connected, or was in the last few minutes.
    void setPrograms(const gateway::ConnectedClients& programs);
    /// Shows everything anew, in the current language.
    void refresh();
    /// Another model server for the team, after the run failed.
    void chooseConnection(const QString& failure);

private:
    void steer(Steering what);
    void setPrivate(bool isPrivate);
    void endDirectChat(const QString& role);

    Dependencies m_parts;
    CurrentSession& m_viewed;
    AppCommands& m_commands;
    BurnRateTracker m_burn;
    RemoteRoleTracker m_remote;
    present::Connections m_connections;
};

} // namespace quarterdeck::ui
