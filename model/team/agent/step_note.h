#pragma once

#include "conversation/message.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quarterdeck::team {

/// What a step notes of itself in its message's metadata (step::key); null when it is none, or no object.
[[nodiscard]] const nlohmann::json* stepNote(const conversation::Message& message);

/// A member that is text; else empty.
[[nodiscard]] std::string textAt(const nlohmann::json& object, const char* key);

} // namespace quarterdeck::team
