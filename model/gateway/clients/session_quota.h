#pragma once

#include "model/gateway/clients/connected_client.h"
#include "model/gateway/http/http_message.h"

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
    /// Counts one more of whoever has that request open, and calls back with what it exceeds, perhaps at once.
    void take(ClientKind kind, const Caller& caller, const Done& done) const;
};

/// For protocols whose programs can be refused.
[[nodiscard]] HttpResponse tooManySessions(std::chrono::seconds wait);
/// The title of the session in which the others gather what a program says in more than it may begin.
[[nodiscard]] std::string gatheringTitle(const SessionQuota::Maker& maker);

} // namespace quarterdeck::gateway
