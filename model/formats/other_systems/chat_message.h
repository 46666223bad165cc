#pragma once

#include "model/conversation/message.h"

#include <nlohmann/json.hpp>
#include <optional>

/// LangChain's messages as an OpenAI chat, which `ChatRecordingBuilder` reads.
namespace quarterdeck::formats::langchain {

/// One of unknown kind has no role, so that ChatRecordingBuilder refuses it. What the chat has no place for is in
/// `further`.
[[nodiscard]] nlohmann::json chatMessageOf(nlohmann::json message);
/// The tokens that such a chat message tells there, if any.
[[nodiscard]] std::optional<conversation::Usage> usageOf(const nlohmann::json& chatMessage);

} // namespace quarterdeck::formats::langchain
