#include "ui/controllers/remote_role_tracker.h"

#include "model/conversation/remote_roles.h"

namespace quarterdeck::ui {

RemoteRoleTracker::RemoteRoleTracker(CurrentSession& viewed, QObject* parent) : QObject(parent), m_viewed(viewed)
{
    connect(&viewed, &CurrentSession::sessionChanged, this, &RemoteRoleTracker::find);
    find();
}

/// It is in the session's first event.
void RemoteRoleTracker::find()
{
    const conversation::SessionId session = m_viewed.isEmpty() ? conversation::SessionId() : m_viewed.id();
    if (session == m_session)
        return;
    m_session = session;
    m_roles.clear();
    if (session.isEmpty())
        return;
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(session, {0}, 1, m_receiver.wrap<Events>([this, session](const Events& first) {
        if (m_session == session)
            take(first);
    }));
}

void RemoteRoleTracker::take(const session::Result<std::vector<session::Event>>& first)
{
    const auto* started =
        first && !first->empty() ? std::get_if<conversation::SessionStarted>(&first->front().body) : nullptr;
    if (started == nullptr)
        return;
    m_roles = conversation::remoteRoles(*started);
    if (!m_roles.empty())
        emit changed();
}

} // namespace quarterdeck::ui
