#pragma once

#include "api/api_session.h"

#include <QByteArray>
#include <QObject>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace quarterdeck::gateway::api {

/// The sessions that programs made through the API, and no others: of what the person does elsewhere the API knows
/// nothing. They are known by their source, "api:" and what the program calls itself. Who knows a session's id may read
/// and write it; ids are random, or made of a key and a secret, and nothing lists them: so a program has its own, and
/// those whose id it was given. Thread: the hub's.
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

private:
    [[nodiscard]] session::SessionId idFor(const NewSession& wanted, const std::string& key) const;
    /// Another session has the key of this id.
    [[nodiscard]] bool isTaken(const session::SessionId& id) const;
    [[nodiscard]] const session::SessionSummary* summary(const session::SessionId& id) const;
    void make(const session::SessionId& id, const NewSession& wanted, const AnswerHttp& answer);
    ApiSession& wrap(session::Session& session);

    session::SessionHub& m_hub;
    QByteArray m_secret;
    std::multiset<session::SessionId> m_making; ///< on their way to the disk
    std::map<session::SessionId, std::unique_ptr<ApiSession>> m_sessions;
};

} // namespace quarterdeck::gateway::api
