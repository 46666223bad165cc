#include "model/agents/provider/model_connection.h"

#include "model/agents/provider/provider_errors.h"

#include <QHostAddress>
#include <QUuid>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace quarterdeck::team {

using conversation::Error;
using conversation::ErrorCode;
using formats::ThinkingProtocol;

namespace {

constexpr std::array templates = {
    ServiceTemplate{Service::OpenAi, "OpenAI", Protocol::OpenAi, "https://api.openai.com/v1", true},
    ServiceTemplate{Service::Anthropic, "Anthropic", Protocol::Anthropic, "https://api.anthropic.com", true},
    ServiceTemplate{Service::DeepSeek, "DeepSeek", Protocol::OpenAi, "https://api.deepseek.com", true,
                    ThinkingProtocol::DeepSeek},
    ServiceTemplate{Service::Qwen, "Qwen", Protocol::OpenAi, "https://dashscope.aliyuncs.com/compatible-mode/v1", true,
                    ThinkingProtocol::Qwen},
    ServiceTemplate{Service::Ollama, "Ollama", Protocol::OpenAi, "http://localhost:11434", false,
                    ThinkingProtocol::Ollama},
    ServiceTemplate{Service::LlamaCpp, "llama.cpp", Protocol::OpenAi, "http://localhost:8080", false},
    ServiceTemplate{Service::Vllm, "vLLM", Protocol::OpenAi, "http://localhost:8000", false},
    ServiceTemplate{Service::LmStudio, "LM Studio", Protocol::OpenAi, "http://localhost:1234", false},
    ServiceTemplate{Service::Other, "", Protocol::OpenAi, "", false},
};

} // namespace

std::span<const ServiceTemplate> serviceTemplates() { return templates; }

const ServiceTemplate& templateOf(Service service)
{
    return *std::ranges::find(templates, service, &ServiceTemplate::service);
}

ModelConnection newConnection(Service service)
{
    const ServiceTemplate& from = templateOf(service);
    ModelConnection connection;
    connection.id = QUuid::createUuid().toString(QUuid::Id128).toStdString();
    connection.name = from.name;
    connection.service = service;
    connection.protocol = from.protocol;
    connection.address = from.address;
    connection.thinking = from.thinking;
    connection.keySource = from.needsKey ? KeySource::Keyring : KeySource::None;
    if (isLoopback(QUrl(QString::fromUtf8(from.address.data(), static_cast<qsizetype>(from.address.size()))).host()))
        connection.timeouts = {1'800'000, 300'000}; // it loads a model, and reads a long prompt, without a word
    return connection;
}

std::optional<Error> problemOf(const ModelConnection& connection)
{
    if (QString::fromStdString(connection.name).trimmed().isEmpty())
        return Error{ErrorCode::BadInput, provider_errors::noName(), {}};
    if (!chatUrl(connection))
        return Error{ErrorCode::BadInput, provider_errors::noAddress(connection), {}};
    if (connection.keySource == KeySource::Environment && connection.keyVariable.empty())
        return Error{ErrorCode::BadInput, provider_errors::noVariable(), {}};
    return std::nullopt;
}

bool isUnprotected(const ModelConnection& connection)
{
    const auto url = chatUrl(connection);
    return url && url->scheme() == QStringLiteral("http") && !isLoopback(url->host());
}

using conversation::JsonValue;
using nlohmann::json;

namespace {

template <typename Value>
struct Name
{
    Value value;
    const char* text;
};
template <typename Value>
Name(Value, const char*) -> Name<Value>;

constexpr std::array protocolNames = {Name{Protocol::OpenAi, "openai"}, Name{Protocol::Anthropic, "anthropic"}};
constexpr std::array serviceNames = {
    Name{Service::Other, "other"},        Name{Service::OpenAi, "openai"}, Name{Service::DeepSeek, "deepseek"},
    Name{Service::Qwen, "qwen"},          Name{Service::Ollama, "ollama"}, Name{Service::Anthropic, "anthropic"},
    Name{Service::LlamaCpp, "llama.cpp"}, Name{Service::Vllm, "vllm"},     Name{Service::LmStudio, "lm_studio"}};
constexpr std::array sourceNames = {Name{KeySource::None, "none"}, Name{KeySource::Keyring, "keyring"},
                                    Name{KeySource::Environment, "environment"}, Name{KeySource::ThisRun, "this_run"}};
constexpr std::array thinkingNames = {Name{ThinkingProtocol::None, "none"}, Name{ThinkingProtocol::Qwen, "qwen"},
                                      Name{ThinkingProtocol::DeepSeek, "deepseek"},
                                      Name{ThinkingProtocol::Ollama, "ollama"}};

template <typename Names, typename Value>
const char* nameOf(const Names& names, Value value)
{
    return std::ranges::find(names, value, [](const auto& name) { return name.value; })->text;
}

/// The first of `names` stands for unknown values.
template <typename Names>
auto valueOf(const Names& names, const json& object, const char* key)
{
    const json text = object.value(key, json());
    for (const auto& name : names)
        if (text.is_string() && text == name.text)
            return name.value;
    return names.front().value;
}

std::string textOf(const json& object, const char* key)
{
    const auto member = object.find(key);
    return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
}

std::int64_t countOf(const json& object, const char* key, std::int64_t otherwise)
{
    const auto member = object.find(key);
    return member != object.end() && member->is_number_integer()
        ? std::max<std::int64_t>(0, member->get<std::int64_t>())
        : otherwise;
}

json objectOf(const json& object, const char* key)
{
    const auto member = object.find(key);
    return member != object.end() && member->is_object() ? *member : json::object();
}

struct Ability
{
    const char* name;
    std::optional<bool> ModelAbilities::*value;
};
constexpr std::array abilities = {
    Ability{"tools", &ModelAbilities::tools},   Ability{"tool_messages", &ModelAbilities::toolMessages},
    Ability{"images", &ModelAbilities::images}, Ability{"images_as_data_only", &ModelAbilities::imagesAsDataOnly},
    Ability{"audio", &ModelAbilities::audio},   Ability{"video", &ModelAbilities::video},
    Ability{"files", &ModelAbilities::files},   Ability{"thinking", &ModelAbilities::thinking}};

json abilitiesJson(const ModelAbilities& known)
{
    json object = json::object();
    for (const Ability& ability : abilities)
        if (const auto value = known.*ability.value)
            object[ability.name] = *value;
    if (known.contextTokens)
        object["context_tokens"] = *known.contextTokens;
    if (known.answerTokens)
        object["answer_tokens"] = *known.answerTokens;
    return object;
}

ModelAbilities readAbilities(const json& object)
{
    ModelAbilities read;
    for (const Ability& ability : abilities) {
        const auto member = object.find(ability.name);
        if (member != object.end() && member->is_boolean())
            read.*ability.value = member->get<bool>();
    }
    if (const std::int64_t tokens = countOf(object, "context_tokens", 0); tokens > 0)
        read.contextTokens = tokens;
    if (const std::int64_t tokens = countOf(object, "answer_tokens", 0); tokens > 0)
        read.answerTokens = tokens;
    return read;
}

} // namespace

JsonValue jsonOf(const ModelConnection& connection)
{
    json object{{"id", connection.id},
                {"name", connection.name},
                {"protocol", nameOf(protocolNames, connection.protocol)},
                {"service", nameOf(serviceNames, connection.service)},
                {"address", connection.address},
                {"key_source", nameOf(sourceNames, connection.keySource)},
                {"key_variable", connection.keyVariable},
                {"models", connection.models},
                {"thinking", nameOf(thinkingNames, connection.thinking)},
                {"limits",
                 {{"requests_per_minute", connection.limits.requestsPerMinute},
                  {"tokens_per_minute", connection.limits.tokensPerMinute},
                  {"calls_at_once", connection.limits.callsAtOnce}}},
                {"timeouts", {{"request_ms", connection.timeouts.request}, {"idle_ms", connection.timeouts.idle}}},
                {"abilities", abilitiesJson(connection.abilities)}};
    json& models = object["model_abilities"] = json::object();
    for (const auto& [model, known] : connection.modelAbilities)
        models[model] = abilitiesJson(known);
    return JsonValue(std::move(object));
}

conversation::Result<ModelConnection> connectionOf(const JsonValue& value)
{
    const json& object = value.json();
    ModelConnection connection;
    connection.id = object.is_object() ? textOf(object, "id") : std::string();
    if (connection.id.empty())
        return tl::unexpected(Error{ErrorCode::BadInput, provider_errors::noConnection(), {}});
    connection.name = textOf(object, "name");
    connection.protocol = valueOf(protocolNames, object, "protocol");
    connection.service = valueOf(serviceNames, object, "service");
    connection.address = textOf(object, "address");
    connection.keySource = valueOf(sourceNames, object, "key_source");
    connection.keyVariable = textOf(object, "key_variable");
    if (const json models = object.value("models", json()); models.is_array())
        for (const json& model : models)
            if (model.is_string())
                connection.models.push_back(model.get<std::string>());
    connection.thinking = valueOf(thinkingNames, object, "thinking");
    const json limits = objectOf(object, "limits");
    connection.limits = {countOf(limits, "requests_per_minute", 0), countOf(limits, "tokens_per_minute", 0),
                         countOf(limits, "calls_at_once", 0)};
    const json timeouts = objectOf(object, "timeouts");
    connection.timeouts = {countOf(timeouts, "request_ms", ConnectionTimeouts().request),
                           countOf(timeouts, "idle_ms", ConnectionTimeouts().idle)};
    connection.abilities = readAbilities(objectOf(object, "abilities"));
    const json models = objectOf(object, "model_abilities");
    for (const auto& [model, known] : models.items())
        if (known.is_object())
            connection.modelAbilities[model] = readAbilities(known);
    return connection;
}

namespace {

/// Paths of whole endpoints, which people copy from documentation.
constexpr std::array endpoints = {"/chat/completions", "/messages", "/models", "/completions"};

QString withoutEnding(QString path)
{
    while (path.endsWith(u'/'))
        path.chop(1);
    for (const char* endpoint : endpoints) {
        if (path.endsWith(QLatin1String(endpoint))) {
            path.chop(static_cast<qsizetype>(std::char_traits<char>::length(endpoint)));
            break;
        }
    }
    while (path.endsWith(u'/'))
        path.chop(1);
    return path;
}

/// The URL below which a protocol's endpoints are.
std::optional<QUrl> baseUrl(const ModelConnection& connection)
{
    QUrl url(QString::fromStdString(connection.address).trimmed(), QUrl::StrictMode);
    const bool isWeb = url.scheme() == QStringLiteral("http") || url.scheme() == QStringLiteral("https");
    if (!url.isValid() || !isWeb || url.host().isEmpty() || !url.userInfo().isEmpty())
        return std::nullopt;
    QString path = withoutEnding(url.path());
    const bool isVersioned = path.endsWith(QStringLiteral("/v1"));
    if (path.isEmpty() || (connection.protocol == Protocol::Anthropic && !isVersioned))
        path += QStringLiteral("/v1");
    url.setPath(path);
    url.setQuery(QString());
    url.setFragment(QString());
    return url;
}

std::optional<QUrl> endpoint(const ModelConnection& connection, const char* ending)
{
    auto url = baseUrl(connection);
    if (url)
        url->setPath(url->path() + QLatin1String(ending));
    return url;
}

} // namespace

std::optional<QUrl> chatUrl(const ModelConnection& connection)
{
    return endpoint(connection, connection.protocol == Protocol::Anthropic ? "/messages" : "/chat/completions");
}

std::optional<QUrl> modelsUrl(const ModelConnection& connection) { return endpoint(connection, "/models"); }

QString placeOf(const ModelConnection& connection)
{
    const auto url = baseUrl(connection);
    if (!url)
        return QString::fromStdString(connection.address);
    return url->toString(QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment | QUrl::RemoveUserInfo);
}

bool isLoopback(const QString& host)
{
    return host.compare(QStringLiteral("localhost"), Qt::CaseInsensitive) == 0
        || host.endsWith(QStringLiteral(".localhost"), Qt::CaseInsensitive) || QHostAddress(host).isLoopback();
}

} // namespace quarterdeck::team
