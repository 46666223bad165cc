#include "model/gateway/mcp/json_rpc.h"

#include "model/formats/json/python_json.h"
#include "model/gateway/json_fault.h"

#include <QtGlobal>
#include <utility>

namespace quarterdeck::gateway::mcp {

using nlohmann::json;
namespace python_json = formats::python_json;

namespace {

constexpr std::int32_t deepest = 64;
constexpr std::int64_t mostValues = 500'000;

bool isId(const json& id) { return python_json::isText(id) || id.is_number_integer(); }

RpcMessage invalid(json id, std::string fault)
{
    RpcMessage message;
    message.id = isId(id) ? std::move(id) : json();
    message.fault = std::move(fault);
    return message;
}

RpcMessage messageIn(json& value)
{
    if (!value.is_object())
        return invalid({}, QT_TRANSLATE_NOOP("GatewayRefusals", "A message must be an object."));
    const json id = value.value("id", json());
    if (value.value("jsonrpc", json()) != "2.0")
        return invalid(id, QT_TRANSLATE_NOOP("GatewayRefusals", "\"jsonrpc\" must be \"2.0\"."));
    RpcMessage message;
    message.id = id;
    if (!value.contains("method")) {
        const bool isResponse = isId(id) && value.contains("result") != value.contains("error");
        message.kind = RpcMessage::Kind::Response;
        return isResponse
            ? message
            : invalid(id, QT_TRANSLATE_NOOP("GatewayRefusals", "A message must have a method, a result or an error."));
    }
    if (!python_json::isText(value["method"]))
        return invalid(id, QT_TRANSLATE_NOOP("GatewayRefusals", "\"method\" must be a string."));
    message.method = python_json::shown(value["method"].get<std::string>());
    if (value.contains("params"))
        message.params = std::move(value["params"]);
    if (!message.params.is_object())
        return invalid(id, QT_TRANSLATE_NOOP("GatewayRefusals", "\"params\" must be an object."));
    if (value.contains("id") && !isId(id))
        return invalid({}, QT_TRANSLATE_NOOP("GatewayRefusals", "\"id\" must be a string or an integer."));
    message.kind = value.contains("id") ? RpcMessage::Kind::Request : RpcMessage::Kind::Notification;
    return message;
}

} // namespace

tl::expected<RpcBody, RpcError> readRpc(std::string_view text)
{
    formats::ReadLimits limits;
    limits.maxDepth = deepest;
    limits.maxValuesPerRecord = mostValues;
    auto parsed = python_json::parse(text, limits);
    if (!parsed)
        return tl::unexpected(RpcError{rpc_code::parseError, jsonFaultIn(text, JsonBy::Python, deepest)});
    RpcBody body;
    body.isBatch = parsed->is_array();
    if (!body.isBatch) {
        body.messages.push_back(messageIn(*parsed));
        return body;
    }
    if (parsed->empty() || parsed->size() > mostInBatch)
        return tl::unexpected(RpcError{rpc_code::invalidRequest,
                                       QT_TRANSLATE_NOOP("GatewayRefusals", "A batch must have 1 to 100 messages.")});
    for (json& one : *parsed)
        body.messages.push_back(messageIn(one));
    return body;
}

json resultOf(const json& id, json result) { return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}; }

json errorOf(const json& id, const RpcError& error)
{
    return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", error.code}, {"message", error.message}}}};
}

json notification(const std::string& method, json params)
{
    return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

std::string textOf(const json& message) { return python_json::text(message); }

} // namespace quarterdeck::gateway::mcp
