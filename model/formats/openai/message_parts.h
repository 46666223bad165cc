#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats {

/// The bytes of `data:<type>;base64,<text>`, strictly read; nothing for anything else, or beyond `most` bytes.
[[nodiscard]] std::optional<RecordedAttachment> readDataUrl(std::string_view url, std::int64_t most);

/// The part of a chat's content that `readContent` accepts as media of that type. `address`: where they are, or a data:
/// URL.
[[nodiscard]] nlohmann::json mediaPart(const std::string& mediaType, const std::string& address);
/// The same with plain Base64.
[[nodiscard]] nlohmann::json dataPart(const std::string& mediaType, const std::string& base64);

/// What OpenAI's `content` holds: text, null, or a list of parts.
struct ContentParts
{
    std::vector<conversation::ContentBlock> blocks;
    std::vector<RecordedAttachment> attachments; ///< those that were data: URLs
    bool hasBrokenImage = false;                 ///< an invalid data: URL; kept as an unknown block
};

/// Nothing when it is none of these. Parts of other kinds become unknown blocks.
[[nodiscard]] std::optional<ContentParts> readContent(nlohmann::json content, const ReadLimits& limits);

/// Text of a tool's result: the text, that of its parts, a line each, or JSON text of what is neither. Media in it join
/// `attachments` (model/formats/export/calls_and_results.h).
[[nodiscard]] conversation::ToolResultBlock readToolResult(nlohmann::json content, const ReadLimits& limits,
                                                           std::vector<RecordedAttachment>& attachments);

/// What an assistant said aloud: `"audio": {id, data, transcript}` beside a message's content.
struct AudioReply
{
    std::vector<conversation::ContentBlock> blocks; ///< the sound and its words; if there are none, the member itself
    std::optional<RecordedAttachment> sound;        ///< its data, removed from the member
};
[[nodiscard]] AudioReply extractAudioReply(nlohmann::json& audio, std::int64_t mostBytes);

/// Takes those blocks out again. The sound's hash; empty where there is none.
[[nodiscard]] conversation::AttachmentHash removeAudioReply(const nlohmann::json& audio,
                                                            std::vector<conversation::ContentBlock>& blocks);

/// What an assistant's message calls.
struct ParsedToolCalls
{
    std::vector<conversation::ToolUseBlock> calls;
    bool areOdd = false; ///< some cannot be rebuilt from the blocks: the list must be kept as it came
};
/// `tool_calls`, or the older `function_call`; nothing when they are no list. Of a call that is no function's the name
/// and what it gives are taken; what is no call is passed over.
[[nodiscard]] std::optional<ParsedToolCalls> readToolCalls(const nlohmann::json& message, const ReadLimits& limits);
/// A call whose arguments are a model's own text: kept as written where they are no JSON or do not give the same text
/// again.
[[nodiscard]] conversation::ToolUseBlock toolUseOf(std::string id, std::string name, const std::string& arguments,
                                                   const ReadLimits& limits = {});
/// Whether a message calls tools.
[[nodiscard]] bool hasToolCalls(const nlohmann::json& message);

} // namespace quarterdeck::formats
