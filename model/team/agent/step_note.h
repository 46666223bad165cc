#pragma once

#include "conversation/message.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quarterdeck::team {

/// What a step records about itself in its message's metadata (step::key); null if nothing, or no object.
[[nodiscard]] const nlohmann::json* stepNote(const conversation::Message& message);

/// A text member; otherwise empty.
[[nodiscard]] std::string textAt(const nlohmann::json& object, const char* key);

} // namespace quarterdeck::team
