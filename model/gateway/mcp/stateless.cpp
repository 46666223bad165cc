#include "model/gateway/mcp/stateless.h"

#include <QByteArray>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway::mcp {

using nlohmann::json;

namespace {

constexpr int headerMismatch = -32020;
constexpr int missingCapability = -32021;
constexpr int unsupportedVersion = -32022;
constexpr std::uint32_t badRequest = 400;
constexpr std::uint32_t notFound = 404;
constexpr const char* versionKey = "io.modelcontextprotocol/protocolVersion";
constexpr const char* clientKey = "io.modelcontextprotocol/clientInfo";
constexpr const char* capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr const char* serverKey = "io.modelcontextprotocol/serverInfo";
constexpr const char* tasksExtension = "io.modelcontextprotocol/tasks";
constexpr std::int64_t msPerHour = 3'600'000;

HttpResponse refusal(const RpcMessage& message, int code, const std::string& why, std::uint32_t status = badRequest,
                     json data = {})
{
    json body = errorOf(message.id, {code, why});
    if (!data.is_null())
        body["error"]["data"] = std::move(data);
    HttpResponse refused{status, textOf(body)};
    refused.reason = why;
    return refused;
}

json metaOf(const RpcMessage& message)
{
    json meta = message.params.value("_meta", json());
    return meta.is_object() ? meta : json::object();
}

std::string versionIn(const RpcMessage& message)
{
    const json version = metaOf(message).value(versionKey, json());
    return version.is_string() ? version.get<std::string>() : std::string();
}

/// What the field Mcp-Name repeats; empty = the method has no such thing.
std::string nameIn(const RpcMessage& message)
{
    const char* key = message.method == "tools/call" || message.method == "prompts/get" ? "name"
        : message.method == "resources/read"                                            ? "uri"
        : message.method.starts_with("tasks/")                                          ? "taskId"
                                                                                        : nullptr;
    const json name = key == nullptr ? json() : message.params.value(key, json());
    return name.is_string() ? name.get<std::string>() : std::string();
}

/// Names that a field of a head cannot take are in it as "=?base64?…?=".
std::string decodedField(std::string_view field)
{
    constexpr std::string_view begin = "=?base64?";
    constexpr std::string_view end = "?=";
    if (field.size() < begin.size() + end.size() || !field.starts_with(begin) || !field.ends_with(end))
        return std::string(field);
    const std::string inside(field.substr(begin.size(), field.size() - begin.size() - end.size()));
    return QByteArray::fromBase64(QByteArray::fromStdString(inside)).toStdString();
}

bool takesTasks(const json& capabilities)
{
    const json extensions = capabilities.value("extensions", json());
    return extensions.is_object() && extensions.contains(tasksExtension);
}

json allVersions()
{
    json all = json::array();
    for (const std::string_view version : knownVersions())
        all.push_back(version);
    return all;
}

} // namespace

bool isStateless(const HttpRequest& head, const RpcMessage& message)
{
    return head.field("mcp-protocol-version") >= nameOf(Version::July2026) || !versionIn(message).empty()
        || message.method == "server/discover";
}

tl::expected<StatelessCaller, HttpResponse> statelessCaller(const HttpRequest& head, const RpcMessage& message)
{
    const auto mismatch = [&](const char* field) {
        return tl::unexpected(
            refusal(message, headerMismatch, std::string("The header ") + field + " does not match the request."));
    };
    const json meta = metaOf(message);
    const std::string version = versionIn(message);
    const bool isNotified = message.kind == RpcMessage::Kind::Notification;
    if (version.empty() && !isNotified)
        return tl::unexpected(refusal(message, rpc_code::invalidParams,
                                      std::string("\"_meta\" must have \"") + versionKey + "\", a string."));
    if (!version.empty() && head.field("mcp-protocol-version") != version)
        return mismatch("MCP-Protocol-Version");
    if (!isNotified && version != nameOf(Version::July2026))
        return tl::unexpected(refusal(message, unsupportedVersion, "This version of the protocol is not spoken here.",
                                      badRequest, {{"supported", allVersions()}, {"requested", version}}));
    const json capabilities = meta.value(capabilitiesKey, json());
    if (!isNotified && !capabilities.is_object())
        return tl::unexpected(refusal(message, rpc_code::invalidParams,
                                      std::string("\"_meta\" must have \"") + capabilitiesKey + "\", an object."));
    const std::string_view method = head.field("mcp-method");
    if (method != message.method && !(isNotified && method.empty()))
        return mismatch("Mcp-Method");
    if (const std::string name = nameIn(message); decodedField(head.field("mcp-name")) != name)
        return mismatch("Mcp-Name");
    return StatelessCaller{clientIn({{"clientInfo", meta.value(clientKey, json())}}), takesTasks(capabilities)};
}

HttpResponse tasksNeeded(const RpcMessage& message)
{
    return refusal(message, missingCapability,
                   std::string("The client must have the extension ") + tasksExtension + ".", badRequest,
                   {{"requiredCapabilities", {{"extensions", {{tasksExtension, json::object()}}}}}});
}

HttpResponse noSuchMethod(const RpcMessage& message)
{
    return refusal(message, rpc_code::methodNotFound, "There is no such method here.", notFound);
}

json complete(json result)
{
    result["resultType"] = "complete";
    result["_meta"][serverKey] = serverInfo();
    return result;
}

json cacheable(json list)
{
    list["ttlMs"] = msPerHour; // tools change with the program only
    list["cacheScope"] = "public";
    return complete(std::move(list));
}

json discovered()
{
    json result = welcome(Version::July2026);
    return cacheable({{"supportedVersions", allVersions()},
                      {"capabilities", {{"tools", json::object()}, {"extensions", {{tasksExtension, json::object()}}}}},
                      {"instructions", std::move(result["instructions"])}});
}

json toJson(const TaskState& task)
{
    constexpr std::int64_t usualPause = 2'000;
    constexpr std::int64_t year = 365 * 24 * msPerHour; // it is in the library
    return {{"taskId", task.id},
            {"status", task.status},
            {"createdAt", task.createdAt},
            {"lastUpdatedAt", task.changedAt},
            {"ttlMs", year},
            {"pollIntervalMs", usualPause}};
}

} // namespace quarterdeck::gateway::mcp
