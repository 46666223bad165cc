#pragma once

#include "conversation/message.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace quarterdeck::formats::anthropic {

/// A request must name some.
inline constexpr int defaultMaxTokens = 4096;
/// The API refuses a conversation whose first message is the assistant's: this text of the user goes before it.
inline const std::string opening = "(The conversation begins here.)";

/// What the API does not take of a block.
enum class Refused { Thinking, Image, Audio, Video, File, UnknownBlock };

struct WriteBlocks
{
    bool isAssistant = false;
    /// The blocks came from this format: they go out as they are, also what the API would refuse.
    bool isVerbatim = false;
    /// The bytes of an attachment; may be empty when there are none at hand.
    std::function<std::optional<std::string>(const conversation::AttachmentHash&)> bytesOf = {};
    /// A picture's source instead of what its block would give; may be empty. Null: it is refused.
    std::function<nlohmann::json(const conversation::MediaBlock&)> sourceOf = {};
    /// What stands for a refused block; null = nothing. May be empty, too.
    std::function<nlohmann::json(const conversation::ContentBlock&, Refused)> onRefused = {};
};

/// A content block as Anthropic's Messages have it; null for what is left out: what was refused, and texts without a
/// letter, which the API does not take.
[[nodiscard]] nlohmann::json writeBlock(const conversation::ContentBlock& block, const WriteBlocks& options);
/// `{type: text}`; null for a text without a letter.
[[nodiscard]] nlohmann::json textBlock(const std::string& text);
/// `{type: base64 ..}`.
[[nodiscard]] nlohmann::json dataSource(const std::string& mediaType, const std::string& bytes);

} // namespace quarterdeck::formats::anthropic
