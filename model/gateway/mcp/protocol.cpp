#include "model/gateway/mcp/protocol.h"

#include "model/formats/json/python_json.h"

#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::mcp {

using nlohmann::json;
namespace python_json = formats::python_json;

namespace {

/// The oldest has no Streamable HTTP, but such clients exist: over standard streams, and through bridges.
constexpr std::array<std::pair<Version, std::string_view>, 4> versions = {{{Version::November2024, "2024-11-05"},
                                                                           {Version::March2025, "2025-03-26"},
                                                                           {Version::June2025, "2025-06-18"},
                                                                           {Version::November2025, "2025-11-25"}}};

/// Those of syslog (RFC 5424).
constexpr std::array<std::string_view, 8> logLevels = {"debug", "info",     "notice", "warning",
                                                       "error", "critical", "alert",  "emergency"};

constexpr qsizetype longestName = 100;

/// For the model that is to use the tools.
constexpr const char* instructions =
    "Quarterdeck shows a person what agents do and lets the person answer them. Call ask_human when you need a "
    "decision, a fact or a permission that only the person can give, and wait for its result; silence is never "
    "consent. Call notify_human when the person should know something and need not answer.";

std::string shortTextAt(const json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return {};
    const QString text = QString::fromStdString(python_json::shown(found->get<std::string>()));
    return text.simplified().left(longestName).toStdString();
}

} // namespace

std::string_view nameOf(Version version)
{
    return std::ranges::find(versions, version, &decltype(versions)::value_type::first)->second;
}

std::string clientOfSession(std::string_view mcpSession)
{
    return std::string(mcpSession.substr(0, mcpSession.find('.')));
}

bool isKnownVersion(std::string_view name)
{
    return std::ranges::find(versions, name, &decltype(versions)::value_type::second) != versions.end();
}

Version negotiated(std::string_view wanted)
{
    const auto found = std::ranges::find(versions, wanted, &decltype(versions)::value_type::second);
    return found == versions.end() ? newestVersion : found->first;
}

bool isLogLevel(const json& level)
{
    return level.is_string() && std::ranges::find(logLevels, level.get_ref<const std::string&>()) != logLevels.end();
}

ClientInfo clientIn(const json& params)
{
    const auto found = params.find("clientInfo");
    const json info = found != params.end() && found->is_object() ? *found : json::object();
    ClientInfo client{shortTextAt(info, "name"), shortTextAt(info, "title"), shortTextAt(info, "version")};
    if (client.name.empty())
        client.name = client.title.empty() ? "MCP client" : client.title;
    return client;
}

json toJson(const ClientInfo& client)
{
    json info = {{"name", client.name}};
    if (!client.title.empty())
        info["title"] = client.title;
    if (!client.version.empty())
        info["version"] = client.version;
    return info;
}

json welcome(Version version)
{
    return {{"protocolVersion", nameOf(version)},
            {"capabilities", {{"tools", json::object()}, {"logging", json::object()}}},
            {"serverInfo",
             {{"name", "quarterdeck"},
              {"title", "Quarterdeck"},
              {"version", QCoreApplication::applicationVersion().toStdString()}}},
            {"instructions", instructions}};
}

} // namespace quarterdeck::gateway::mcp
