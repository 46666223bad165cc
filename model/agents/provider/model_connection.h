#pragma once

#include "model/conversation/error.h"
#include "model/conversation/json_value.h"
#include "model/conversation/message.h"
#include "model/formats/requests/chat_request.h"

#include <QUrl>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::team {

/// The protocol that a server speaks.
enum class Protocol { OpenAi, Anthropic };

/// The kind of server, for habits that differ within one protocol.
enum class Service { OpenAi, DeepSeek, Qwen, Anthropic, Ollama, LlamaCpp, Vllm, LmStudio, Other };

/// Where the key is. The key itself is never part of a connection.
enum class KeySource { None, Keyring, Environment, ThisRun };

/// What is known of a model beyond its table; no value = as the table says.
struct ModelAbilities
{
    std::optional<bool> tools = {};
    std::optional<bool> toolMessages = {};
    std::optional<bool> images = {};
    std::optional<bool> imagesAsDataOnly = {}; ///< the server does not fetch any itself
    std::optional<bool> audio = {};
    std::optional<bool> video = {};
    std::optional<bool> files = {};
    std::optional<bool> thinking = {};
    std::optional<std::int64_t> contextTokens = {};
    std::optional<std::int64_t> answerTokens = {}; ///< the maximum for one answer; asked for in each request
    friend bool operator==(const ModelAbilities&, const ModelAbilities&) = default;
};

/// What all agents that use a connection may do together; 0 = no limit.
struct ConnectionLimits
{
    std::int64_t requestsPerMinute = 0;
    std::int64_t tokensPerMinute = 0;
    std::int64_t callsAtOnce = 0;
    friend bool operator==(const ConnectionLimits&, const ConnectionLimits&) = default;
};

/// Milliseconds of one request.
struct ConnectionTimeouts
{
    std::int64_t request = 300'000;
    std::int64_t idle = 60'000; ///< without a byte either way
    friend bool operator==(const ConnectionTimeouts&, const ConnectionTimeouts&) = default;
};

/// A model server and how to speak to it. A value; it names no secret.
struct ModelConnection
{
    std::string id; ///< made once, kept for ever: keys are found by it
    std::string name;
    Protocol protocol = Protocol::OpenAi;
    Service service = Service::Other;
    std::string address; ///< base, with or without "/v1"
    KeySource keySource = KeySource::None;
    std::string keyVariable;         ///< of KeySource::Environment
    std::vector<std::string> models; ///< as last listed
    formats::ThinkingProtocol thinking = formats::ThinkingProtocol::None;
    ConnectionLimits limits = {};
    ConnectionTimeouts timeouts = {};
    ModelAbilities abilities = {};
    std::map<std::string, ModelAbilities> modelAbilities = {}; ///< by model; checked before `abilities`
    friend bool operator==(const ModelConnection&, const ModelConnection&) = default;
};

/// The defaults of a new connection to a service.
struct ServiceTemplate
{
    Service service = Service::Other;
    std::string_view name; ///< its proper name; empty for Other
    Protocol protocol = Protocol::OpenAi;
    std::string_view address;
    bool needsKey = false;
    formats::ThinkingProtocol thinking = formats::ThinkingProtocol::None;
};
/// Every service once, in the order in which a person is offered them.
[[nodiscard]] std::span<const ServiceTemplate> serviceTemplates();
[[nodiscard]] const ServiceTemplate& templateOf(Service service);
/// With an id of its own.
[[nodiscard]] ModelConnection newConnection(Service service);

/// Why no connection can be made with it, in one sentence; empty if one can: it needs an http or https address without
/// a password, and a name.
[[nodiscard]] std::optional<conversation::Error> problemOf(const ModelConnection& connection);
/// The address is on another computer, and what is sent there can be read on the way.
[[nodiscard]] bool isUnprotected(const ModelConnection& connection);

[[nodiscard]] conversation::JsonValue jsonOf(const ModelConnection& connection);
/// Tolerant: missing members, and those of another type, get their defaults. Errors: BadInput if it is no object, or
/// has no id.
[[nodiscard]] conversation::Result<ModelConnection> connectionOf(const conversation::JsonValue& json);

/// Request addresses made from what a person typed: the base with or without "/v1", or a whole endpoint. Empty if it is
/// no http or https address with a host, or contains a password.
[[nodiscard]] std::optional<QUrl> chatUrl(const ModelConnection& connection);
[[nodiscard]] std::optional<QUrl> modelsUrl(const ModelConnection& connection);
/// The host and port shown in sentences.
[[nodiscard]] QString placeOf(const ModelConnection& connection);
[[nodiscard]] bool isLoopback(const QString& host);

/// What a test of a connection found.
struct ConnectionTestReport
{
    enum class Answer { Unknown, Yes, No };
    std::vector<std::string> models; ///< in the server's order, at most 2,000
    std::int64_t roundTripMs = 0;    ///< for the list of models
    std::string model;               ///< the one the rest was tested with; empty = none
    Answer streams = Answer::Unknown;
    Answer callsTools = Answer::Unknown;
    Answer seesImages = Answer::Unknown;
    std::optional<conversation::Usage> usage = {}; ///< of the test
    std::optional<conversation::Error> error = {}; ///< what did not work; the above was found before
};

} // namespace quarterdeck::team
