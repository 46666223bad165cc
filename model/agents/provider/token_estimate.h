#pragma once

#include "model/conversation/message.h"
#include "model/formats/requests/tool.h"

#include <cstdint>
#include <span>
#include <string>

namespace quarterdeck::team {

/// Roughly how many tokens a model sees in it; for most languages never too few.
[[nodiscard]] std::int64_t estimatedTokens(const std::string& text);
[[nodiscard]] std::int64_t estimatedTokens(const conversation::ContentBlock& block);
[[nodiscard]] std::int64_t estimatedTokens(const conversation::Message& message);
[[nodiscard]] std::int64_t estimatedTokens(std::span<const conversation::Message> messages);
[[nodiscard]] std::int64_t estimatedTokens(std::span<const formats::Tool> tools);

} // namespace quarterdeck::team
