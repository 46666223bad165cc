#pragma once

#include "model/gateway/clients/client_activity.h"
#include "model/gateway/clients/connected_client.h"
#include "model/gateway/clients/rate_counter.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace quarterdeck::gateway {

/// Who is connected, or was in the last few minutes: judged by what their sessions' logs gain, whatever the protocol,
/// and by what the protocols know in addition. Costs a count per message; reports at most once per beat. Thread: the
/// hub's, which must outlive it.
class ClientRoster final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientRoster)
public:
    using Clock = std::chrono::steady_clock;
    struct Times
    {
        std::chrono::milliseconds beat = std::chrono::seconds(1);
        /// Whoever was silent for this long, and has no open connection, is not here.
        std::chrono::milliseconds silence = std::chrono::minutes(5);
        /// How long somebody who is not here is still shown.
        std::chrono::milliseconds kept = std::chrono::minutes(10);
        std::function<Clock::time_point()> now = &Clock::now;
    };
    explicit ClientRoster(session::SessionHub& hub) : ClientRoster(hub, Times()) { }
    ClientRoster(session::SessionHub& hub, Times times);
    ~ClientRoster() override;

    [[nodiscard]] const ConnectedClients& programs() const { return m_told; }
    /// For other threads.
    [[nodiscard]] const std::shared_ptr<ClientActivity>& news() const { return m_news; }
    /// It is there until it leaves, whatever it says. `title` is its name while it has no session.
    void markConnected(const ClientIdentity& named, const std::string& title = {});
    void markDisconnected(const ClientIdentity& named);
    /// The process by which it was known has ended: it may return with another one, and nobody knows whether it is
    /// there.
    void markSuspect(const ClientIdentity& program);
    /// Its process is watched: even if silent it is there, until it leaves.
    void setIdentity(const ClientIdentity& program);
    /// A program plays one of these members of a session that no program made.
    void attachSession(session::Session* session, const std::set<conversation::RoleName>& members);
    /// It continues in the session of the other: they are shown as one, under the other's name, until it has a session
    /// of its own or they part.
    void join(const ClientIdentity& program, const ClientIdentity& other);
    void part(const ClientIdentity& program);
    /// This many more requests are open.
    void count(const ClientIdentity& program, int change);
    /// If nobody is known by that name, it is an unknown one of that kind.
    void fail(const ClientIdentity& named, const ClientError& error);

signals:
    void changed(const quarterdeck::gateway::ConnectedClients& programs);

private:
    struct Entry
    {
        ConnectedClient shown;
        QPointer<session::Session> session;
        bool hasSession = false; ///< even if that has been deleted
        RateCounter rate;
        Clock::time_point seen;   ///< it was heard from
        Clock::time_point turned; ///< it came, or went
        bool isHeld = false;      ///< it is here until it goes
        bool hasLeft = false;     ///< and not heard from since
    };

    void watch(session::Session* session);
    void take(const ClientIdentity& program, session::Session* session, const std::vector<session::Event>& events);
    void takeEvent(const ClientIdentity& program, Entry& entry, const session::Event& event);
    /// The name under which it is shown.
    [[nodiscard]] ClientIdentity shownAs(const ClientIdentity& program) const;
    /// Null if there are too many.
    Entry* entryOf(const ClientIdentity& program, session::Session* session = nullptr);
    void see(Entry& entry);
    void findSession(const ClientIdentity& program, Entry& entry) const;
    [[nodiscard]] bool isHere(const ClientIdentity& program, const Entry& entry) const;
    /// Whether its presence is certain rather than likely.
    [[nodiscard]] bool isSure(const ClientIdentity& program, const Entry& entry) const;
    void makeRoom();
    [[nodiscard]] bool isOver(const ClientIdentity& program, const Entry& entry) const;
    void bringUpToDate(const ClientIdentity& program, Entry& entry);
    void forgetFormer();
    void tellSoon();
    void tell();

    session::SessionHub& m_hub;
    std::set<conversation::SessionId> m_met; ///< sessions that no program made
    Times m_times;
    std::map<ClientIdentity, Entry> m_entries;
    std::map<ClientIdentity, int> m_open; ///< requests
    std::set<ClientIdentity> m_watched;   ///< known by their process, whose end is reported
    std::map<ClientIdentity, ClientIdentity> m_joined;
    ConnectedClients m_told;
    std::optional<Clock::time_point> m_lastTold;
    QTimer m_timer;
    std::shared_ptr<ClientActivity> m_news;
};

} // namespace quarterdeck::gateway
