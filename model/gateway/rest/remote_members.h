#pragma once

#include "model/gateway/rest/log_tail.h"
#include "model/session/session.h"

#include <QtGlobal>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::api {

/// The members of a session of this program's own whom programs play, and what of their mail the run has given them: a
/// member hears its mail when its turn comes, as those do who live here. It reads the log once, when it is first asked,
/// and then goes along; of each time that a member took its mail it keeps two numbers. Thread: the hub's. The session
/// must outlive it.
class RemoteMembers final
{
    Q_DISABLE_COPY_MOVE(RemoteMembers)
public:
    using Ready = LogTail::Ready;

    RemoteMembers(session::Session& session, std::set<conversation::RoleName> roles);
    ~RemoteMembers();

    [[nodiscard]] const std::set<conversation::RoleName>& roles() const { return m_roles; }
    [[nodiscard]] bool has(const conversation::RoleName& role) const { return m_roles.contains(role); }
    /// Calls when all of the log is known; at once if it is.
    void whenReady(Ready call) { m_log.whenReady(std::move(call)); }
    /// How much of its mail it had before that event. Once ready.
    [[nodiscard]] std::int64_t takenBefore(const conversation::RoleName& role, session::EventSeq seq) const;
    /// After the first of these events comes all that it took and has not dealt with, and with the last of them ends.
    /// Once ready.
    struct Open
    {
        session::EventSeq after;
        session::EventSeq until; ///< the same if there is nothing
    };
    [[nodiscard]] Open notDealtWith(const conversation::RoleName& role) const;

private:
    struct Taking
    {
        session::EventSeq seq;
        std::int64_t upTo = 0;
    };
    struct Mail
    {
        std::vector<Taking> takings;                ///< in log order
        std::optional<session::EventSeq> openSince; ///< the first taking that it has not finished with
    };

    void take(const session::Event& event);

    session::Session& m_session;
    std::set<conversation::RoleName> m_roles;
    std::map<conversation::RoleName, Mail> m_mail;
    LogTail m_log;
};

} // namespace quarterdeck::gateway::api
