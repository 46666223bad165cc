#include "ui/controllers/sessions_controller.h"

#include "ui/present/present.h"
#include "ui/present/routing_text.h"

#include <QDateTime>
#include <QPointer>
#include <utility>

namespace quarterdeck::ui {

SessionsController::SessionsController(SessionsPanel& panel, HubProxy& hub, CurrentSession& viewed,
                                       AppCommands& commands, NoticeBoard& notices, QObject* parent)
    : QObject(parent)
    , m_panel(panel)
    , m_hub(hub)
    , m_viewed(viewed)
    , m_commands(commands)
    , m_notices(notices)
{
    connect(&hub, &HubProxy::sessionsChanged, this, &SessionsController::takeNews);
    connect(&panel, &SessionsPanel::sessionChosen, this,
            [this](const QString& id) { open(conversation::SessionId(id.toStdString())); });
    connect(&viewed, &CurrentSession::sessionChanged, this, [this] {
        m_panel.setCurrentSession(QString::fromStdString(m_viewed.id().str()));
        tellLabels();
    });
}

void SessionsController::tellLabels()
{
    const session::SessionSummary* listed = m_hub.find(m_viewed.id());
    m_viewed.setGivenTitle(listed == nullptr ? std::string() : listed->labels.title);
    m_viewed.setArchived(listed != nullptr && listed->labels.archivedAt.has_value());
    m_viewed.setHeld(m_held.contains(m_viewed.id()));
}

/// The list arrives anew with each event of one of the thousands of sessions that a library may have.
void SessionsController::takeNews()
{
    if (m_rowsOf != m_hub.listNumber() - 1) {
        refresh();
        return;
    }
    const std::vector<session::SessionSummary>& sessions = m_hub.sessions();
    view::SharedSessionRows rows;
    rows.reserve(sessions.size());
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        const std::optional<std::size_t> place = m_hub.unchanged()[i];
        // What is said about a program also changes with time.
        const bool isSame = place && !m_rows[*place]->connection;
        rows.push_back(isSame ? m_rows[*place] : rowOf(sessions[i]));
    }
    m_rows = std::move(rows);
    showRows();
}

void SessionsController::refresh()
{
    m_rows.clear();
    m_rows.reserve(m_hub.sessions().size());
    for (const session::SessionSummary& session : m_hub.sessions())
        m_rows.push_back(rowOf(session));
    showRows();
}

view::SharedSessionRow SessionsController::rowOf(const session::SessionSummary& session) const
{
    const conversation::Timestamp now{QDateTime::currentMSecsSinceEpoch()};
    view::SessionRow row = present::sessionRow(session, m_connections, now);
    if (m_held.contains(session.id))
        present::setHeld(row);
    return std::make_shared<const view::SessionRow>(std::move(row));
}

void SessionsController::showRows()
{
    m_rowsOf = m_hub.listNumber();
    tellLabels();
    m_panel.setSharedSessions(m_rows);
    if (!m_awaited.isEmpty() && m_hub.find(m_awaited) != nullptr)
        open(std::exchange(m_awaited, {}));
}

void SessionsController::setPrograms(const gateway::ConnectedClients& programs)
{
    present::Connections connections(programs);
    const bool isSame = connections.isSameButForRates(m_connections);
    m_connections = std::move(connections);
    if (!isSame)
        refresh();
}

void SessionsController::setHeld(std::set<conversation::SessionId> sessions)
{
    m_held = std::move(sessions);
    refresh();
}

void SessionsController::openWhenListed(const conversation::SessionId& id)
{
    if (m_hub.find(id) != nullptr) {
        open(id);
        return;
    }
    m_awaited = id;
}

void SessionsController::openAt(const conversation::SessionId& id, conversation::EventSeq row)
{
    open(id);
    if (id == m_viewed.id())
        emit rowRequested(row);
    else
        m_row = row;
}

void SessionsController::open(const conversation::SessionId& id)
{
    m_wanted = id;
    m_row.reset();
    if (id == m_viewed.id())
        return;
    m_hub.open(id, [self = QPointer(this), id](session::Result<std::shared_ptr<SessionProxy>> opened) {
        if (self.isNull() || self->m_wanted != id)
            return;
        if (!opened)
            self->m_panel.tellNotOpened();
        if (!opened && opened.error().code == conversation::ErrorCode::Damaged) {
            emit self->damageFound(opened.error());
            return;
        }
        if (!opened) {
            self->m_notices.post({QStringLiteral("open"),
                                  view::NoticeTone::Danger,
                                  wording::text(opened.error().sentence),
                                  tr("Other sessions are not affected."),
                                  {}});
            return;
        }
        self->m_viewed.show(*opened);
        self->m_commands.wake(id);
        if (self->m_row)
            emit self->rowRequested(*std::exchange(self->m_row, {}));
    });
}

} // namespace quarterdeck::ui
