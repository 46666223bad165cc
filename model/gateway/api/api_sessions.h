#pragma once

#include "api/api_session.h"

#include <QObject>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace quarterdeck::gateway::api {

/// The sessions that programs made through the API, and no others: of what the person does elsewhere the API knows
/// nothing. They are known by their source, "api:" and what the program calls itself. Who knows a session's id may read
/// and write it; ids are random, and nothing lists them: so a program has its own, and those whose id it was given.
/// Thread: the hub's.
class ApiSessions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ApiSessions)
public:
    explicit ApiSessions(session::SessionHub& hub);
    ~ApiSessions() override;

    /// The same again for the same key, unless that is empty.
    void create(NewSession wanted, const std::string& key, const AnswerHttp& answer);
    /// Hands the session on, or answers why not.
    void with(const session::SessionId& id, const AnswerHttp& answer, std::function<void(ApiSession&)> then);

private:
    void whenListed(std::function<void()> call);
    [[nodiscard]] const session::SessionSummary* summary(const session::SessionId& id) const;
    void made(const session::Result<session::Session*>& session, const AnswerHttp& answer);
    ApiSession& wrap(session::Session& session);

    session::SessionHub& m_hub;
    std::map<session::SessionId, std::unique_ptr<ApiSession>> m_sessions;
};

} // namespace quarterdeck::gateway::api
