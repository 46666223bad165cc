#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/provider_errors.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

using conversation::Error;
using conversation::ErrorCode;
using conversation::JsonValue;
using formats::ThinkingProtocol;
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

} // namespace quarterdeck::team
