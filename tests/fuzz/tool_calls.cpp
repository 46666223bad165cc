#include "model/formats/json/python_json.h"
#include "model/gateway/mcp/protocol.h"
#include "model/gateway/mcp/tools.h"
#include "require.h"

#include <cstdint>
#include <nlohmann/json.hpp>

using namespace quarterdeck::gateway::mcp;
using nlohmann::json;
using quarterdeck::fuzz::require;

namespace {

void take(const RpcMessage& message)
{
    const auto name = message.params.is_object() ? message.params.find("name") : message.params.end();
    if (!message.params.is_object() || name == message.params.end() || !name->is_string())
        return;
    const auto call = readToolCall(name->get<std::string>(), message.params.value("arguments", json::object()));
    if (!call)
        return require(!call.error().empty());
    if (const auto* ask = std::get_if<AskHuman>(&*call))
        require(!ask->question.text.empty());
    if (const auto* told = std::get_if<NotifyHuman>(&*call))
        require(told->level == "info" || told->level == "warning" || told->level == "error");
}

} // namespace

/// Any bytes as what a client of MCP posts, and the tools that it calls.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto body = readRpc({reinterpret_cast<const char*>(data), size});
    if (!body) {
        require(!body.error().message.empty());
        return 0;
    }
    for (const RpcMessage& message : body->messages) {
        require(message.fault.empty()
                || !textOf(errorOf(message.id, {rpc_code::invalidRequest, message.fault})).empty());
        take(message);
    }
    return 0;
}
