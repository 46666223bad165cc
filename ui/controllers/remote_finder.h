#pragma once

#include "ui/controllers/viewed_session.h"

#include <QObject>
#include <set>

namespace quarterdeck::ui {

/// Knows which members of the viewed session are played by outside programs. Thread: ui.
class RemoteFinder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemoteFinder)
public:
    explicit RemoteFinder(ViewedSession& viewed, QObject* parent = nullptr);

    [[nodiscard]] const std::set<conversation::RoleName>& roles() const { return m_roles; }

signals:
    void changed();

private:
    void find();
    void take(const session::Result<std::vector<session::Event>>& first);

    ViewedSession& m_viewed;
    conversation::SessionId m_session; ///< their session
    std::set<conversation::RoleName> m_roles;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui
