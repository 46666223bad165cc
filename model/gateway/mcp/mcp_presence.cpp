#include "model/gateway/mcp/mcp_server.h"

#include <algorithm>
#include <utility>

/// The part of McpServer that knows which clients are there.
namespace quarterdeck::gateway::mcp {

void McpServer::see(const std::string& id, Client& client)
{
    client.silent.setRemainingTime(m_times.silence);
    client.isLost = false;
    if (const auto heir = m_clients.find(std::exchange(client.heir, {})); heir != m_clients.end()) {
        heir->second.forebear.clear(); // it was not gone
        emit clientLeft(heir->first);
    }
    emit clientSeen(id, {});
    if (!client.forebear.empty())
        emit clientSeen(client.forebear, {});
}

void McpServer::setClientProcess(const std::string& id, std::int64_t process)
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end() || std::exchange(found->second.process, process) == process)
        return;
    ++found->second.processes;
    found->second.session->setProcess(process);
}

bool McpServer::dropClient(const std::string& id)
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end())
        return true;
    found->second.isLost = true;
    found->second.process = 0;
    if (found->second.processes > 1)
        return false;
    found->second.silent = QDeadlineTimer(0);
    tellPresence(); // where a call of it waits, when its connection has ended, too
    return true;
}

void McpServer::takeCallEnd(const std::string& id, bool isLost)
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end())
        return;
    Client& client = found->second;
    client.isLost = client.isLost || isLost;
    if (!client.isLost)
        client.silent.setRemainingTime(m_times.silence); // it takes the response
    else if (client.silent.hasExpired())
        tellPresence();
}

void McpServer::tellPresence()
{
    for (auto& [id, client] : m_clients)
        if (!isHere(id)) {
            client.session->setPresent(false);
            emit clientGone(id);
        }
}

/// The client itself, or one that continues for it.
bool McpServer::isHere(const std::string& id) const
{
    std::string one = id;
    for (std::size_t looked = 0; looked <= m_clients.size(); ++looked) {
        const auto found = m_clients.find(one);
        if (found == m_clients.end())
            return false;
        if (!found->second.silent.hasExpired() || isWaiting(found->second))
            return true;
        one = found->second.heir;
    }
    return false;
}

/// As far as can be known: it may just have lost its connection. While its process lives it may work for hours between
/// two requests, and its question belongs to nobody else of that name.
bool McpServer::isGone(const std::string& id) const
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end())
        return true;
    const Client& client = found->second;
    if (client.hasLeft && !client.comesAgain && hasLeft(client))
        return true;
    const bool isSilent = client.process == 0 && client.silent.hasExpired();
    return (client.isLost || isSilent) && !isWaiting(client);
}

bool McpServer::isWaiting(const Client& client)
{
    return std::ranges::any_of(client.visits, [](const auto& one) { return one.second.connection->isWaiting(); });
}

bool McpServer::hasLeft(const Client& client) const
{
    return std::ranges::all_of(client.visits, [this](const auto& one) { return m_left.contains(one.first); });
}

} // namespace quarterdeck::gateway::mcp
