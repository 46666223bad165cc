#pragma once

#include "conversation/message.h"
#include "formats/chat/tool.h"

#include <cstdint>
#include <span>
#include <string>

namespace quarterdeck::team {

/// About how many tokens a model sees in it; never fewer than there are in most languages.
[[nodiscard]] std::int64_t estimatedTokens(const std::string& text);
[[nodiscard]] std::int64_t estimatedTokens(const conversation::ContentBlock& block);
[[nodiscard]] std::int64_t estimatedTokens(const conversation::Message& message);
[[nodiscard]] std::int64_t estimatedTokens(std::span<const conversation::Message> messages);
[[nodiscard]] std::int64_t estimatedTokens(std::span<const formats::Tool> tools);

} // namespace quarterdeck::team
