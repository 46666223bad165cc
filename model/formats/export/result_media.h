#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_sink.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

using BytesOf = std::function<std::optional<std::string>(const conversation::AttachmentHash&)>;

/// Moves the bytes out of the pieces of a tool's answer: they join `attachments`, and a text that names them takes
/// their place (model/conversation/stored_media.h). What could not be restored exactly stays. Pure.
void storeMedia(conversation::ToolResultBlock& result, const ReadLimits& limits,
                std::vector<RecordedAttachment>& attachments);

/// The same for one piece, or each of a list, without disowning foreign names: keep the result only if `withBytes`
/// restores what it was. Pure.
void storeMedia(nlohmann::json& pieces, const ReadLimits& limits, std::vector<RecordedAttachment>& attachments);

/// The pieces with their bytes back in place; those not at hand stay named. Pure.
[[nodiscard]] nlohmann::json withBytes(nlohmann::json pieces, const BytesOf& bytesOf);

} // namespace quarterdeck::formats
