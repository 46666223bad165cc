#include "model/gateway/mcp/json_rpc.h"
#include "model/gateway/mcp/mcp_server.h"
#include "model/session/log_records.h"

#include <QPointer>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

/// The part of McpServer that recognises a client with a session of MCP per call: its process and its name are those of
/// one that said goodbye. All its calls belong into one session here.
namespace quarterdeck::gateway::mcp {

namespace {

/// Of a client; those that left, or can be found again, go first.
constexpr std::size_t mostVisits = 64;
/// No more stored sessions than this are opened for one that connects, and none that was quiet for longer: by then its
/// process may be another one with the same number.
constexpr std::size_t mostStored = 5;
constexpr std::int64_t recentMs = 3'600'000;

} // namespace

/// One that connects, and the stored sessions that may be its own, the next one last.
struct McpServer::Arrival
{
    std::int64_t process = 0;
    ClientInfo info;
    RpcMessage message;
    std::shared_ptr<HttpExchange> exchange;
    std::vector<std::string> stored;
};

bool McpServer::mayComeAgain(const ClientInfo& info) const
{
    for (const auto& [id, client] : m_clients)
        if (client.hasLeft && client.process != 0 && client.info == info)
            return true;
    return !storedOf(info).empty();
}

/// Those from before a restart of which only the name is known: the process is in their logs.
std::vector<std::string> McpServer::storedOf(const ClientInfo& info) const
{
    const std::int64_t now = session::decideContextNow().now.msSinceEpoch;
    std::vector<std::string> found;
    for (const session::SessionSummary& one : m_hub.summaries()) { // newest activity first
        const std::string id = McpSessionHandle::idOf(one);
        const auto known = m_clients.find(id);
        const bool isUnknown = known == m_clients.end() || known->second.info.name.empty();
        if (found.size() < mostStored && !id.empty() && isUnknown && one.title == info.shownName()
            && now - one.lastActivity.msSinceEpoch < recentMs)
            found.push_back(id);
    }
    std::ranges::reverse(found);
    return found;
}

void McpServer::arrive(std::int64_t process, const ClientInfo& info, const RpcMessage& message,
                       const std::shared_ptr<HttpExchange>& exchange)
{
    const std::string former = formerOf(info, process);
    if (!former.empty() || process == 0)
        return greet(former, info, message, exchange);
    lookFor(std::make_shared<Arrival>(Arrival{process, info, message, exchange, storedOf(info)}));
}

void McpServer::lookFor(const std::shared_ptr<Arrival>& arrival)
{
    if (arrival->stored.empty())
        return greet(formerOf(arrival->info, arrival->process), arrival->info, arrival->message, arrival->exchange);
    const std::string id = std::move(arrival->stored.back());
    arrival->stored.pop_back();
    Client* client = clientOf(id);
    if (client == nullptr)
        return lookFor(arrival);
    client->session->look({}, [self = QPointer(this), arrival, id](const session::Result<const QuestionStatus*>&) {
        if (self.isNull())
            return;
        const auto found = self->m_clients.find(id);
        if (found != self->m_clients.end()) {
            Client& opened = found->second;
            opened.info = opened.session->client();
            if (opened.process == 0 && opened.session->process() == arrival->process) {
                opened.process = arrival->process;
                opened.hasLeft = true; // or it was cut off by the restart
            }
        }
        self->lookFor(arrival);
    });
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
