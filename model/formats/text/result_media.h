#pragma once

#include "conversation/message.h"
#include "formats/read_limits.h"
#include "formats/session_sink.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

using BytesOf = std::function<std::optional<std::string>(const conversation::AttachmentHash&)>;

/// Takes the bytes out of the pieces of a tool's answer: they join `attachments`, and a text that names them stands
/// where they stood (conversation/stored_media.h). What could not be put back as it was written stays. Pure.
void storeMedia(conversation::ToolResultBlock& result, const ReadLimits& limits,
                std::vector<RecordedAttachment>& attachments);

/// The same with one piece, or with each of a list, of whom nothing is disowned: only who has seen that `withBytes`
/// makes of it what it was may keep it. Pure.
void storeMedia(nlohmann::json& pieces, const ReadLimits& limits, std::vector<RecordedAttachment>& attachments);

/// The pieces with the bytes where they stood; those that are not at hand stay named. Pure.
[[nodiscard]] nlohmann::json withBytes(nlohmann::json pieces, const BytesOf& bytesOf);

} // namespace quarterdeck::formats
