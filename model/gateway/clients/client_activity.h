#pragma once

#include "model/gateway/clients/connected_client.h"

#include <compare>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace quarterdeck::gateway {

/// Which program a session belongs to, by its source.
struct ClientSource
{
    ClientKind kind = ClientKind::AgentScope;
    std::string_view id; ///< AgentScope's run, a session of MCP, a name for programs of the API; from the source's text
};

/// Empty for a session that no program made. Pure; thread: any.
[[nodiscard]] std::optional<ClientSource> clientSourceOf(std::string_view source);

class ClientRoster;

/// A program, as far as its requests identify it.
struct ClientIdentity
{
    ClientKind kind = ClientKind::AgentScope;
    std::string id; ///< AgentScope's run, a session of MCP or ours, a trace; empty = unknown
    friend auto operator<=>(const ClientIdentity&, const ClientIdentity&) = default;
};

/// Tells the roster's thread what other threads see of programs: that one has an open request, and what went wrong.
/// However much that is, a single call is on its way at a time, with no more than the last error of each program.
/// Thread: any; outlives the roster if somebody still holds it.
class ClientActivity final : public std::enable_shared_from_this<ClientActivity>
{
public:
    explicit ClientActivity(ClientRoster& roster) : m_roster(&roster) { }

    void tellError(const ClientIdentity& program, std::int32_t status, std::string_view sentence);
    /// A request of it is open while somebody holds the result.
    [[nodiscard]] std::shared_ptr<void> holdOpen(const ClientIdentity& program);
    /// Thread: the roster's, which is about to be destroyed.
    void shut();

private:
    void count(const ClientIdentity& program, int change);
    void handOver();
    /// Requires the lock.
    void wake();

    std::mutex m_mutex;
    ClientRoster* m_roster;
    bool m_isComing = false;
    std::map<ClientIdentity, int> m_opened; ///< requests more, or fewer, than before
    std::map<ClientIdentity, ClientError> m_errors;
};

} // namespace quarterdeck::gateway
