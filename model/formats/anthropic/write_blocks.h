#pragma once

#include "model/conversation/message.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace quarterdeck::formats::anthropic {

/// A request has to state a number.
inline constexpr int defaultMaxTokens = 4096;
/// The API refuses a conversation that starts with the assistant, so this text of the user goes first.
inline const std::string opening = "(The conversation begins here.)";

/// What the API does not accept of a block.
enum class Refused { Thinking, Image, Audio, Video, File, UnknownBlock };

struct WriteBlocks
{
    bool isAssistant = false;
    /// The blocks came from this format and go out unchanged, including what the API would refuse.
    bool isVerbatim = false;
    /// The bytes of an attachment; may be empty if they are not at hand.
    std::function<std::optional<std::string>(const conversation::AttachmentHash&)> bytesOf = {};
    /// Replaces the source that a picture's block would yield; may be empty. Null: it is refused.
    std::function<nlohmann::json(const conversation::MediaBlock&)> sourceOf = {};
    /// Replaces a refused block; null = nothing. May also be empty.
    std::function<nlohmann::json(const conversation::ContentBlock&, Refused)> onRefused = {};
};

/// A content block in the form of Anthropic's Messages; null for what is left out: refused blocks, and blank texts,
/// which the API does not accept.
[[nodiscard]] nlohmann::json writeBlock(const conversation::ContentBlock& block, const WriteBlocks& options);
/// `{type: text}`; null for a blank text.
[[nodiscard]] nlohmann::json textBlock(const std::string& text);
/// `{type: base64 ..}`.
[[nodiscard]] nlohmann::json dataSource(const std::string& mediaType, const std::string& bytes);

} // namespace quarterdeck::formats::anthropic
