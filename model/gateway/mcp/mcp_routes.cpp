#include "model/gateway/mcp/mcp_routes.h"

#include "model/gateway/mcp/mcp_server.h"
#include "model/session/post.h"

#include <utility>

namespace quarterdeck::gateway::mcp {

namespace {

ReadPost readPost(const std::string& text)
{
    auto read = readRpc(text);
    if (!read)
        return tl::unexpected(std::move(read.error()));
    ParsedBody body{{}, read->isBatch};
    for (RpcMessage& message : read->messages)
        body.messages.push_back(withCall(std::move(message)));
    return body;
}

} // namespace

void handleMcpRequest(McpServer& server, HttpRequest request, const std::shared_ptr<HttpExchange>& exchange)
{
    if (request.method == "GET")
        return session::post(&server, [&server, head = std::move(request), exchange] { server.get(head, exchange); });
    if (request.method == "DELETE")
        return session::post(&server,
                             [&server, head = std::move(request), exchange] { server.remove(head, exchange); });
    ReadPost body = readPost(request.body);
    request.body = {};
    request.hold = nullptr;
    session::post(&server, [&server, head = std::move(request), body = std::move(body), exchange]() mutable {
        server.post(head, std::move(body), exchange);
    });
}

} // namespace quarterdeck::gateway::mcp
