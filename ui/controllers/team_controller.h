#pragma once

#include "model/conversation/burn_meter.h"
#include "ui/controllers/app_commands.h"
#include "ui/controllers/current_session.h"
#include "ui/panels/team_panel.h"
#include "ui/panels/toolbar.h"
#include "ui/present/connected_programs.h"
#include "ui/shell/dock.h"
#include "ui/theme/action_registry.h"

#include <QObject>

#include <optional>
#include <set>

namespace quarterdeck::ui {

/// Knows what a minute of the viewed team's work uses; at a moment of a replay, what it used then. Reads the log at
/// most once a second. Thread: ui.
class BurnRateTracker final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BurnRateTracker)
public:
    explicit BurnRateTracker(CurrentSession& viewed, QObject* parent = nullptr);

    [[nodiscard]] const std::optional<conversation::BurnRate>& rate() const { return m_rate; }

signals:
    void changed();

private:
    void setRate(std::optional<conversation::BurnRate> rate);

    CurrentSession& m_viewed;
    conversation::BurnMeter m_meter;
    std::optional<conversation::BurnRate> m_rate;
    SessionEventReader m_log;
};

/// Knows which members of the viewed session are played by outside programs. Thread: ui.
class RemoteRoleTracker final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemoteRoleTracker)
public:
    explicit RemoteRoleTracker(CurrentSession& viewed, QObject* parent = nullptr);

    [[nodiscard]] const std::set<conversation::RoleName>& roles() const { return m_roles; }

signals:
    void changed();

private:
    void find();
    void take(const session::Result<std::vector<session::Event>>& first);

    CurrentSession& m_viewed;
    conversation::SessionId m_session; ///< their session
    std::set<conversation::RoleName> m_roles;
    session::CallbackGuard m_receiver{this};
};

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
    /// Another model for the team. `failure`: why the run failed; empty if it did not.
    void chooseConnection(const QString& failure);

private:
    void steer(conversation::RunCommand what);
    void setLimits(std::optional<double> budget, int rounds);
    void setPrivate(bool isPrivate);
    void setMode(const QString& role, conversation::RoleMode mode);
    void endDirectChat(const QString& role);

    Dependencies m_parts;
    CurrentSession& m_viewed;
    AppCommands& m_commands;
    BurnRateTracker m_burn;
    RemoteRoleTracker m_remote;
    present::Connections m_connections;
};

} // namespace quarterdeck::ui
