#pragma once

#include "model/gateway/clients/connected_program.h"
#include "model/gateway/clients/program_news.h"
#include "model/gateway/clients/rate_counter.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace quarterdeck::gateway {

/// Who is connected, or was in the last few minutes: judged by what their sessions' logs gain, whatever the protocol,
/// and by what the protocols know in addition. Costs a count per message; reports at most once per beat. Thread: the
/// hub's, which must outlive it.
class ProgramRoster final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProgramRoster)
public:
    struct Times
    {
        std::chrono::milliseconds beat = std::chrono::seconds(1);
        /// Whoever was silent for this long, and has no open connection, is not here.
        std::chrono::milliseconds silence = std::chrono::minutes(5);
        /// How long somebody who is not here is still shown.
        std::chrono::milliseconds kept = std::chrono::minutes(10);
    };
    explicit ProgramRoster(session::SessionHub& hub) : ProgramRoster(hub, Times()) { }
    ProgramRoster(session::SessionHub& hub, Times times);
    ~ProgramRoster() override;

    [[nodiscard]] const ConnectedPrograms& programs() const { return m_told; }
    /// For other threads.
    [[nodiscard]] const std::shared_ptr<ProgramNews>& news() const { return m_news; }
    /// It is there until it leaves, whatever it says. `title` is its name while it has no session.
    void come(const ProgramName& named, const std::string& title = {});
    void go(const ProgramName& named);
    /// The process by which it was known has ended: it may return with another one, and nobody knows whether it is
    /// there.
    void doubt(const ProgramName& program);
    /// Its process is watched: even if silent it is there, until it leaves.
    void know(const ProgramName& program);
    /// A program plays one of these members of a session that no program made.
    void meet(session::Session* session, const std::set<conversation::RoleName>& members);
    /// It continues in the session of the other: they are shown as one, under the other's name, until it has a session
    /// of its own or they part.
    void join(const ProgramName& program, const ProgramName& other);
    void part(const ProgramName& program);
    /// This many more requests are open.
    void count(const ProgramName& program, int change);
    /// If nobody is known by that name, it is an unknown one of that kind.
    void fail(const ProgramName& named, const ProgramError& error);

signals:
    void changed(const quarterdeck::gateway::ConnectedPrograms& programs);

private:
    using Clock = std::chrono::steady_clock;
    struct Entry
    {
        ConnectedProgram shown;
        QPointer<session::Session> session;
        RateCounter rate;
        Clock::time_point seen;   ///< it was heard from
        Clock::time_point turned; ///< it came, or went
        bool isHeld = false;      ///< it is here until it goes
        bool hasLeft = false;     ///< and not heard from since
    };

    void watch(session::Session* session);
    void take(const ProgramName& program, session::Session* session, const std::vector<session::Event>& events);
    void takeEvent(const ProgramName& program, Entry& entry, const session::Event& event);
    /// The name under which it is shown.
    [[nodiscard]] ProgramName shownAs(const ProgramName& program) const;
    /// Null if there are too many.
    Entry* entryOf(const ProgramName& program, session::Session* session = nullptr);
    void see(Entry& entry);
    void findSession(const ProgramName& program, Entry& entry) const;
    [[nodiscard]] bool isHere(const ProgramName& program, const Entry& entry) const;
    /// Whether its presence is certain rather than likely.
    [[nodiscard]] bool isSure(const ProgramName& program, const Entry& entry) const;
    void makeRoom();
    [[nodiscard]] bool isOver(const ProgramName& program, const Entry& entry) const;
    void bringUpToDate(const ProgramName& program, Entry& entry);
    void forgetFormer();
    void tellSoon();
    void tell();

    session::SessionHub& m_hub;
    std::set<conversation::SessionId> m_met; ///< sessions that no program made
    Times m_times;
    std::map<ProgramName, Entry> m_entries;
    std::map<ProgramName, int> m_open; ///< requests
    std::set<ProgramName> m_watched;   ///< known by their process, whose end is reported
    std::map<ProgramName, ProgramName> m_joined;
    ConnectedPrograms m_told;
    std::optional<Clock::time_point> m_lastTold;
    QTimer m_timer;
    std::shared_ptr<ProgramNews> m_news;
};

} // namespace quarterdeck::gateway
