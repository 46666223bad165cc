#pragma once

#include "model/formats/openai/chat_recording_builder.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

/// UIMessages of Vercel's AI SDK as an OpenAI chat, which `ChatRecordingBuilder` reads.
namespace quarterdeck::formats::ai_sdk {

/// What `{id, role, parts}` says, step by step: results of tools are messages of their own. An invalid message becomes
/// one that ChatRecordingBuilder refuses with the right reason.
[[nodiscard]] std::vector<std::pair<nlohmann::json, MessageNotes>> chatMessagesOf(nlohmann::json message);

} // namespace quarterdeck::formats::ai_sdk
