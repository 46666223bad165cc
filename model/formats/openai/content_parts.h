#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_sink.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace quarterdeck::formats {

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
/// `attachments` (model/formats/export/result_media.h).
[[nodiscard]] conversation::ToolResultBlock readToolResult(nlohmann::json content, const ReadLimits& limits,
                                                           std::vector<RecordedAttachment>& attachments);

} // namespace quarterdeck::formats
