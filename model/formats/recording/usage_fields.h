#pragma once

#include "model/conversation/message.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace quarterdeck::formats {

/// What a model call used, from an object `usage` in OpenAI's or Anthropic's words; empty if it tells no tokens.
[[nodiscard]] std::optional<conversation::Usage> usageFrom(const nlohmann::json& usage, std::string model);

/// The same in our words, for programs that use others. They may be missing or no numbers.
struct UsageFields
{
    nlohmann::json prompt;
    nlohmann::json completion; ///< including reasoning
    nlohmann::json cached;     ///< of the prompt
    nlohmann::json reasoning;
};
[[nodiscard]] std::optional<conversation::Usage> usageOf(const UsageFields& counts, std::string model);

} // namespace quarterdeck::formats
