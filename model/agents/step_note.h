#pragma once

#include "model/conversation/message.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quarterdeck::team {

/// An agent's own steps are marked in its inbox by a note in the message's metadata: {"quarterdeck": {"step": …}}.
namespace step {
inline constexpr const char* key = "quarterdeck";
inline constexpr const char* reply = "reply";     ///< what the model answered, with its tool calls
inline constexpr const char* result = "result";   ///< what a tool gave back
inline constexpr const char* cut = "cut";         ///< the model's answer up to where it was stopped
inline constexpr const char* said = "said";       ///< the model's answer, if it was for others
inline constexpr const char* told = "told";       ///< the person's answer to the program's question about it
inline constexpr const char* summary = "summary"; ///< a model's summary of older turns
inline constexpr const char* change = "change";   ///< a change outside the conversation, before it is made
} // namespace step

/// What a step records about itself in its message's metadata (step::key); null if nothing, or no object.
[[nodiscard]] const nlohmann::json* stepNote(const conversation::Message& message);

/// A text member; otherwise empty.
[[nodiscard]] std::string textAt(const nlohmann::json& object, const char* key);

} // namespace quarterdeck::team
