#pragma once

#include "ui/controllers/burn_finder.h"
#include "ui/controllers/commands.h"
#include "ui/controllers/remote_finder.h"
#include "ui/controllers/viewed_session.h"
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
    struct Parts
    {
        TeamPanel& panel;
        Dock& dock;
        DockStrip& strip;
        Toolbar& toolbar;
        ActionRegistry& actions;
    };
    TeamController(Parts parts, ViewedSession& viewed, Commands& commands, QObject* parent = nullptr);

    /// Who is connected, or was in the last few minutes.
    void setPrograms(const gateway::ConnectedPrograms& programs);
    /// Shows everything anew, in the current language.
    void refresh();
    /// Another model server for the team, after the run failed.
    void chooseConnection(const QString& failure);

private:
    void steer(Steering what);
    void setPrivate(bool isPrivate);
    void endDirectChat(const QString& role);

    Parts m_parts;
    ViewedSession& m_viewed;
    Commands& m_commands;
    BurnFinder m_burn;
    RemoteFinder m_remote;
    present::Connections m_connections;
};

} // namespace quarterdeck::ui
