#pragma once

#include "model/conversation/json_value.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// How a server is told whether the model should think.
enum class ThinkingProtocol { None, Qwen, DeepSeek, Ollama };

/// What a model can do, in the terms of Agents-Flex' ChatConfig.
struct ChatConfig
{
    std::string model;
    bool supportsImage = false;
    bool supportsImageBase64Only = false; ///< images at URLs are fetched and sent as data
    bool supportsAudio = false;
    bool supportsVideo = false;
    bool supportsFile = false;
    bool supportsTool = true;
    bool supportsToolMessage = true; ///< otherwise calls and results go as system messages of JSON text
    bool supportsThinking = true;
    bool preservesThinking = false;      ///< thinking is sent along with the tool calls it led to
    std::set<std::string> providerTools; ///< the server's own tools, by name
    ThinkingProtocol thinkingProtocol = ThinkingProtocol::None;
};

/// What one request asks for. What has no value is left to the server.
struct ChatOptions
{
    std::string model; ///< instead of the config's
    std::optional<double> temperature;
    std::optional<double> topP;
    std::optional<std::int64_t> maxTokens;
    std::vector<std::string> stop;
    conversation::JsonValue responseFormat;
    conversation::JsonValue toolChoice; ///< sent only along with tools
    std::optional<bool> isThinkingEnabled;
    bool includesUsage = true; ///< in streams
    bool isStreaming = false;
    conversation::JsonValue extraBody; ///< members that replace those here; null removes
};

/// Where we deliberately differ from Agents-Flex v2.2.8. All are on in the app.
struct SerializerFixes
{
    /// Each kind of media passes only if the model has it. There, one kind opens the gate for all.
    bool gatesEachKind = true;
    /// An array's items are taken from `children` if `items` is missing, as its documents said.
    bool readsItemsFromChildren = true;
    /// A fetched image's media type is determined by its bytes. There, by the suffix of its address.
    bool readsTypeFromBytes = true;
    /// A message with a role that the protocol lacks is left out and reported. There, it becomes `{}`.
    bool leavesOutOtherRoles = true;

    [[nodiscard]] static SerializerFixes none() { return {false, false, false, false}; }
};

} // namespace quarterdeck::formats
