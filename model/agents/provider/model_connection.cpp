#include "model/agents/provider/model_connection.h"

#include "model/agents/provider/addresses.h"
#include "model/agents/provider/provider_errors.h"

#include <QUuid>
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

} // namespace quarterdeck::team
