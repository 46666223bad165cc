#pragma once

#include "model/gateway/clients/client_limits.h"
#include "model/gateway/rest/session_resource.h"

#include <QByteArray>
#include <QObject>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace quarterdeck::gateway::api {

/// The sessions that programs made through the API, and those of the person's teams that leave members to programs; the
/// API knows nothing of the person's other sessions. The former are recognised by their source, "api:" and the
/// program's name for itself. Whoever knows a session's id may read and write it; ids are random, or made of a key and
/// a secret, and listed nowhere, so a program has its own, and those whose id it was given. Thread: the hub's.
class SessionResources final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionResources)
public:
    /// `secret`: this installation's; nobody without it can derive an id from a key.
    SessionResources(session::SessionHub& hub, const std::string& secret, SessionLimit limit = {});
    ~SessionResources() override;

    /// Returns the same session for the same key of the same program, unless that is empty; a conflict if something
    /// else was requested with it.
    void create(NewSession wanted, const std::string& key, const Caller& caller, const SendResponse& answer);
    /// Passes on the session, or replies why not.
    void with(const session::SessionId& id, const SendResponse& answer, std::function<void(SessionResource&)> then);
    /// Replies with the members of live teams that wait for a program of that name (empty: any), as soon as there is
    /// one, or when `wait` is over.
    void tellOpenRoles(const conversation::RoleName& role, std::chrono::seconds wait,
                       const std::shared_ptr<HttpExchange>& exchange);

signals:
    /// A program now plays a member of that team, or stopped.
    void membersChanged(quarterdeck::session::Session* session,
                        const std::set<quarterdeck::conversation::RoleName>& members);

private:
    struct Waiting
    {
        conversation::RoleName role;
        std::shared_ptr<HttpExchange> exchange;
    };
    using Found = std::function<void(SessionResource*)>;

    [[nodiscard]] session::SessionId idFor(const NewSession& wanted, const std::string& key) const;
    /// Another session has this id's key.
    [[nodiscard]] bool isTaken(const session::SessionId& id) const;
    [[nodiscard]] const session::SessionSummary* summary(const session::SessionId& id) const;
    /// Replies if another request with its key was answered before.
    [[nodiscard]] bool isAnswered(const session::SessionId& id, const SendResponse& answer);
    void make(const session::SessionId& id, const NewSession& wanted, const SendResponse& answer);
    SessionResource& wrap(session::Session& session, const std::set<conversation::RoleName>& remote = {});
    /// Calls `found` with a session of one of this program's teams that leaves members to programs, or with null.
    void findTeam(session::Session& session, const Found& found);
    void openTeam(const session::SessionId& id, const SendResponse& answer, std::function<void(SessionResource&)> then);
    [[nodiscard]] HttpResponse openRoles(const conversation::RoleName& role, bool isOver) const;
    void tellWaiting();

    session::SessionHub& m_hub;
    QByteArray m_secret;
    SessionLimit m_limit;
    std::multiset<session::SessionId> m_making; ///< being written to disk
    std::map<session::SessionId, std::unique_ptr<SessionResource>> m_sessions;
    std::set<session::SessionId> m_teams; ///< among them: this program's own
    std::map<std::uint64_t, Waiting> m_waiting;
    std::uint64_t m_last = 0;
    session::CallbackGuard m_replies{this};
};

} // namespace quarterdeck::gateway::api
