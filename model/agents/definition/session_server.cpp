#include "model/agents/definition/session_server.h"

#include <QUrl>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using nlohmann::json;

constexpr const char* serverKey = "server";

} // namespace

ModelConnection serverAt(const std::string& address, const std::string& keyVariable)
{
    ModelConnection server;
    server.id = address;
    server.name = QUrl(QString::fromStdString(address)).authority().toStdString();
    if (server.name.empty())
        server.name = address;
    server.address = address;
    const bool isAnthropic = address.find("anthropic") != std::string::npos;
    server.protocol = isAnthropic ? Protocol::Anthropic : Protocol::OpenAi;
    server.service = isAnthropic ? Service::Anthropic : Service::Other;
    server.keyVariable = keyVariable;
    server.keySource = keyVariable.empty() ? KeySource::None : KeySource::Environment;
    return server;
}

void recordServer(conversation::SessionStarted& started, const ModelConnection& server)
{
    json details = started.details.json();
    details[serverKey] = jsonOf(server).json();
    started.details = conversation::JsonValue(std::move(details));
}

std::optional<ModelConnection> serverOf(const conversation::SessionStarted& started)
{
    const json& details = started.details.json();
    const bool isOurs = started.source.empty() && started.kind == conversation::SessionKind::Team;
    if (!isOurs || !details.is_object() || !details.contains(serverKey))
        return std::nullopt;
    auto server = connectionOf(conversation::JsonValue(details.at(serverKey)));
    // A key from the keyring, or one that was typed, belongs to a stored connection.
    const bool isKeyApart =
        server && (server->keySource == KeySource::None || server->keySource == KeySource::Environment);
    if (!isKeyApart || problemOf(*server))
        return std::nullopt;
    return *server;
}

} // namespace quarterdeck::team
