#pragma once

#include "model/gateway/http/http_message.h"

#include <memory>

namespace quarterdeck::gateway::mcp {

class McpServer;

/// Answers requests of MCP clients to "/mcp". Thread: the server's; `server` is called on its own thread, and must
/// outlive the server of the exchange.
void handleMcpRequest(McpServer& server, HttpRequest request, const std::shared_ptr<HttpExchange>& exchange);

} // namespace quarterdeck::gateway::mcp
