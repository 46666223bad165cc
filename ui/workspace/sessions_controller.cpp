#include "workspace/sessions_controller.h"

#include "ui/present/present.h"
#include "ui/wording/routing_words.h"

#include <QDateTime>
#include <QPointer>
#include <utility>

namespace quarterdeck::ui {

SessionsController::SessionsController(SessionsPanel& panel, HubClient& hub, ViewedSession& viewed, Commands& commands,
                                       QObject* parent)
    : QObject(parent)
    , m_panel(panel)
    , m_hub(hub)
    , m_viewed(viewed)
    , m_commands(commands)
{
    connect(&hub, &HubClient::sessionsChanged, this, &SessionsController::refresh);
    connect(&panel, &SessionsPanel::sessionChosen, this,
            [this](const QString& id) { open(conversation::SessionId(id.toStdString())); });
    connect(&viewed, &ViewedSession::sessionChanged, this, [this] {
        m_panel.setCurrentSession(QString::fromStdString(m_viewed.id().str()));
        tellLabels();
    });
}

void SessionsController::tellLabels()
{
    const session::SessionSummary* listed = m_hub.find(m_viewed.id());
    m_viewed.setGivenTitle(listed == nullptr ? std::string() : listed->labels.title);
    m_viewed.setArchived(listed != nullptr && listed->labels.archivedAt.has_value());
}

void SessionsController::refresh()
{
    tellLabels();
    const conversation::Timestamp now{QDateTime::currentMSecsSinceEpoch()};
    m_panel.setSessions(present::sessionRows(m_hub.sessions(), m_connections, now));
    if (!m_awaited.isEmpty() && m_hub.find(m_awaited) != nullptr)
        open(std::exchange(m_awaited, {}));
}

void SessionsController::setPrograms(const gateway::ConnectedPrograms& programs)
{
    present::Connections connections(programs);
    const bool isSame = connections.isSameButForRates(m_connections);
    m_connections = std::move(connections);
    if (!isSame)
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
        emit rowWanted(row);
    else
        m_row = row;
}

void SessionsController::open(const conversation::SessionId& id)
{
    m_wanted = id;
    m_row.reset();
    if (id == m_viewed.id())
        return;
    m_hub.open(id, [self = QPointer(this), id](session::Result<std::shared_ptr<SessionClient>> opened) {
        if (self.isNull() || self->m_wanted != id)
            return;
        if (!opened)
            self->m_panel.tellNotOpened();
        if (!opened && opened.error().code == conversation::ErrorCode::Damaged) {
            emit self->damageFound(opened.error());
            return;
        }
        if (!opened) {
            emit self->noticeRaised({QStringLiteral("open"),
                                     view::NoticeTone::Danger,
                                     wording::text(opened.error().sentence),
                                     tr("The other sessions are not touched."),
                                     {}});
            return;
        }
        self->m_viewed.show(*opened);
        self->m_commands.wake(id);
        if (self->m_row)
            emit self->rowWanted(*std::exchange(self->m_row, {}));
    });
}

} // namespace quarterdeck::ui
