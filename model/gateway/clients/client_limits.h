#pragma once

#include "model/conversation/ids.h"
#include "model/gateway/clients/connected_client.h"
#include "model/gateway/http/http_message.h"
#include "model/gateway/remote_session.h"

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::gateway {

/// Tells the process behind a request that is open; 0 = unknown. Calls back on the hub's thread, perhaps at once.
using FindProcess = std::function<void(const Caller& caller, std::function<void(std::int64_t)> done)>;

/// How many sessions one program begins: a list of thousands would bury the person's own. Counts those of the last ten
/// minutes; a restart begins anew. Thread: the hub's.
class SessionQuota final
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t most = 256;
    static constexpr std::chrono::minutes within{10};

    /// Who begins a session: a process or, if that is not known, all such programs of one protocol. A name would not
    /// do, since the program chooses it.
    struct Maker
    {
        std::int64_t process = 0;
        ClientKind kind = ClientKind::AgentScope; ///< if the process is unknown
        friend auto operator<=>(const Maker&, const Maker&) = default;
    };
    [[nodiscard]] static Maker maker(ClientKind kind, std::int64_t process);
    /// For a person: the name of its process, which is untrusted, or of its protocol.
    [[nodiscard]] static std::string nameOf(const Maker& maker);

    /// Counts one more, unless it is too many: then how long it takes until it is not.
    [[nodiscard]] std::optional<std::chrono::seconds> take(const Maker& maker, Clock::time_point now = Clock::now());

private:
    std::map<Maker, std::deque<Clock::time_point>> m_begun; ///< oldest first
};

/// Asked before a session is begun. Thread: the hub's.
struct SessionLimit
{
    std::shared_ptr<SessionQuota> quota = std::make_shared<SessionQuota>();
    FindProcess findProcess = {}; ///< may be empty

    struct Exceeded
    {
        SessionQuota::Maker maker;
        std::chrono::seconds wait; ///< until it may begin one again
    };
    using Done = std::function<void(const std::optional<Exceeded>& exceeded)>;
    /// The process of whoever has that request open, perhaps at once; 0 = unknown.
    void look(const Caller& caller, const std::function<void(std::int64_t)>& done) const;
    /// Counts one more of whoever has that request open, and calls back with what it exceeds, perhaps at once. Counts
    /// nothing, and calls back all the same, if it `isBegun` by the time the process is known.
    void take(ClientKind kind, const Caller& caller, const Done& done, const std::function<bool()>& isBegun = {}) const;
};

/// For protocols whose programs can be refused.
[[nodiscard]] HttpResponse tooManySessions(std::chrono::seconds wait);
/// The title of the session in which the others gather what a program says in more than it may begin.
[[nodiscard]] std::string gatheringTitle(const SessionQuota::Maker& maker);

/// How often programs may call the person away from other work: limits per session, and for all together. An error gets
/// through after less important notices. Whatever exceeds it is for those who look. Pure; thread: any, one at a time.
class NoticeRateLimiter
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds pauseOfSession{10};
    static constexpr std::chrono::seconds span{60};
    static constexpr std::size_t mostInSpan = 10; ///< of all sessions

    /// Whether a notice of this session may come now; if so it counts.
    [[nodiscard]] bool admits(const conversation::SessionId& session, UserNotification::Level level,
                              Clock::time_point now);

private:
    std::deque<Clock::time_point> m_last; ///< in the last span
    struct Told
    {
        Clock::time_point at;
        UserNotification::Level level;
    };
    std::map<conversation::SessionId, Told> m_ofSessions;
};

} // namespace quarterdeck::gateway
