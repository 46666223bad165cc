#pragma once

#include "api/api_session.h"

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

/// The sessions that programs made through the API, and those of the person's teams that leave members to programs; of
/// what the person does elsewhere the API knows nothing. The first are known by their source, "api:" and what the
/// program calls itself. Who knows a session's id may read and write it; ids are random, or made of a key and a secret,
/// and nothing lists them: so a program has its own, and those whose id it was given. Thread: the hub's.
class ApiSessions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ApiSessions)
public:
    /// `secret`: this installation's; nobody without it can tell an id from a key.
    ApiSessions(session::SessionHub& hub, const std::string& secret);
    ~ApiSessions() override;

    /// The same again for the same key of the same program, unless that is empty; a conflict when something else was
    /// wanted with it.
    void create(NewSession wanted, const std::string& key, const AnswerHttp& answer);
    /// Hands the session on, or answers why not.
    void with(const session::SessionId& id, const AnswerHttp& answer, std::function<void(ApiSession&)> then);
    /// Answers with the members of live teams that wait for a program, of that name (empty: of any), as soon as there
    /// is one, or when `wait` is over.
    void tellOpenRoles(const conversation::RoleName& role, std::chrono::seconds wait,
                       const std::shared_ptr<HttpExchange>& exchange);

signals:
    /// A program plays a member of that team now, or does so no more.
    void membersChanged(quarterdeck::session::Session* session,
                        const std::set<quarterdeck::conversation::RoleName>& members);

private:
    struct Waiting
    {
        conversation::RoleName role;
        std::shared_ptr<HttpExchange> exchange;
    };
    using Found = std::function<void(ApiSession*)>;

    [[nodiscard]] session::SessionId idFor(const NewSession& wanted, const std::string& key) const;
    /// Another session has the key of this id.
    [[nodiscard]] bool isTaken(const session::SessionId& id) const;
    [[nodiscard]] const session::SessionSummary* summary(const session::SessionId& id) const;
    void make(const session::SessionId& id, const NewSession& wanted, const AnswerHttp& answer);
    ApiSession& wrap(session::Session& session, const std::set<conversation::RoleName>& remote = {});
    /// Calls `found` with a session of a team of this program's that leaves members to programs, or with null.
    void findTeam(session::Session& session, const Found& found);
    void openTeam(const session::SessionId& id, const AnswerHttp& answer, std::function<void(ApiSession&)> then);
    [[nodiscard]] HttpAnswer openRoles(const conversation::RoleName& role, bool isOver) const;
    void tellWaiting();

    session::SessionHub& m_hub;
    QByteArray m_secret;
    std::multiset<session::SessionId> m_making; ///< on their way to the disk
    std::map<session::SessionId, std::unique_ptr<ApiSession>> m_sessions;
    std::set<session::SessionId> m_teams; ///< of those: this program's own
    std::map<std::uint64_t, Waiting> m_waiting;
    std::uint64_t m_last = 0;
    session::Receiver m_replies{this};
};

} // namespace quarterdeck::gateway::api
