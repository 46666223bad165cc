#pragma once

#include "model/formats/agentscope/msg.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::formats::agentscope {

/// A block of either version as ours. Anything odd becomes an unknown block; media inside it join `attachments`.
[[nodiscard]] conversation::ContentBlock readBlock(const nlohmann::json& block, const ReadLimits& limits,
                                                   std::vector<RecordedAttachment>& attachments);
/// A block in the form of 1.x; null for one that says nothing there.
[[nodiscard]] nlohmann::json writeBlock(const conversation::ContentBlock& block, const WriteOptions& options);

/// Like Python's bool(): null, false, 0, and anything empty are not.
[[nodiscard]] bool isTrue(const nlohmann::json& value);

} // namespace quarterdeck::formats::agentscope
