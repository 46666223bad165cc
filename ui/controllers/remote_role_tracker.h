#pragma once

#include "ui/controllers/current_session.h"

#include <QObject>
#include <set>

namespace quarterdeck::ui {

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

} // namespace quarterdeck::ui
