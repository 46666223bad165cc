#include "mcp/json_rpc.h"
#include "mcp/mcp_server.h"
#include "session/identity.h"

#include <nlohmann/json.hpp>
#include <utility>

/// The part of McpServer that recognises a client with a session of MCP per call: its process and its name are those of
/// one that said goodbye. All its calls belong into one session here.
namespace quarterdeck::gateway::mcp {

namespace {

/// Of a client; those that left, or can be found again, go first.
constexpr std::size_t mostVisits = 64;

} // namespace

bool McpServer::mayComeAgain(const ClientInfo& info) const
{
    for (const auto& [id, client] : m_clients)
        if (client.hasLeft && client.process != 0 && client.info == info)
            return true;
    return false;
}

/// The one that came first; empty = none.
std::string McpServer::formerOf(const ClientInfo& info, std::int64_t process) const
{
    std::string first;
    std::size_t number = 0;
    for (const auto& [id, client] : m_clients)
        if (process != 0 && client.hasLeft && client.process == process && client.info == info
            && (first.empty() || client.number < number)) {
            first = id;
            number = client.number;
        }
    return first;
}

void McpServer::greet(const std::string& former, const ClientInfo& info, const RpcMessage& message,
                      const std::shared_ptr<HttpExchange>& exchange)
{
    const Version version = negotiated(message.params.at("protocolVersion").get_ref<const std::string&>());
    const bool isKnown = m_clients.contains(former);
    if (!isKnown)
        forgetSome();
    const std::string id = isKnown ? former : session::newId();
    const std::string mcpSession = isKnown ? former + "." + session::newId() : id;
    Client& client = isKnown ? m_clients.at(id) : add(id, info);
    if (isKnown) {
        client.comesAgain = true;
        forgetVisits(client);
        see(id, client);
    }
    client.silent.setRemainingTime(m_times.silence);
    addVisit(mcpSession, client, version);
    emit clientSeen(id, info.shownName());
    exchange->answer({200,
                      textOf(resultOf(message.id, mcp::welcome(version))),
                      "application/json",
                      {{"Mcp-Session-Id", mcpSession}}});
}

void McpServer::forgetVisits(Client& client)
{
    const bool areMany = client.visits.size() >= mostVisits;
    std::erase_if(client.visits, [&](const auto& one) {
        return (areMany || m_left.contains(one.first)) && !one.second.connection->isWaiting();
    });
}

} // namespace quarterdeck::gateway::mcp
