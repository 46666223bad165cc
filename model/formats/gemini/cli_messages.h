#pragma once

#include "model/formats/openai/chat_recording_builder.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

/// Messages that Gemini CLI recorded as an OpenAI chat, which `ChatRecordingBuilder` reads.
namespace quarterdeck::formats::gemini {

/// What `{type, content, thoughts, toolCalls, tokens}` says; results of tools are messages of their own. Of an invalid
/// one, a message that ChatRecordingBuilder refuses with the right reason.
[[nodiscard]] std::vector<std::pair<nlohmann::json, MessageNotes>> cliMessagesOf(nlohmann::json record);

} // namespace quarterdeck::formats::gemini
