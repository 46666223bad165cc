#pragma once

#include "ui/controllers/app_commands.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/hub_proxy.h"
#include "ui/panels/sessions_panel.h"
#include "ui/present/connected_programs.h"
#include "ui/present/notice_board.h"

#include <QObject>
#include <optional>
#include <set>

namespace quarterdeck::ui {

/// Fills the list of sessions and opens what is chosen. Thread: ui.
class SessionsController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionsController)
public:
    SessionsController(SessionsPanel& panel, HubProxy& hub, CurrentSession& viewed, AppCommands& commands,
                       NoticeBoard& notices, QObject* parent = nullptr);

    void open(const conversation::SessionId& id);
    /// Opens it, then requests this row.
    void openAt(const conversation::SessionId& id, conversation::EventSeq row);
    /// Opens it as soon as it is in the list.
    void openWhenListed(const conversation::SessionId& id);

    /// Who is connected, or was in the last few minutes.
    void setPrograms(const gateway::ConnectedClients& programs);
    /// Teams that wait for the person's word.
    void setHeld(std::set<conversation::SessionId> sessions);
    /// Shows everything anew, in the current language.
    void refresh();

signals:
    /// The session that was opened at a row is shown.
    void rowRequested(quarterdeck::conversation::EventSeq row);
    /// The session cannot be opened.
    void damageFound(const quarterdeck::session::Error& error);

private:
    void tellLabels();
    void takeNews();
    [[nodiscard]] view::SharedSessionRow rowOf(const session::SessionSummary& session) const;
    void showRows();

    present::Connections m_connections;
    std::set<conversation::SessionId> m_held;
    view::SharedSessionRows m_rows; ///< of the hub's sessions, in their order
    int m_rowsOf = 0;               ///< which of the hub's lists that is
    SessionsPanel& m_panel;
    HubProxy& m_hub;
    CurrentSession& m_viewed;
    AppCommands& m_commands;
    NoticeBoard& m_notices;
    conversation::SessionId m_wanted;            ///< chosen last; a late answer for another one is dropped
    std::optional<conversation::EventSeq> m_row; ///< of the wanted one
    conversation::SessionId m_awaited;           ///< to be opened once it is listed
};

} // namespace quarterdeck::ui
