#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats::qwen {

/// The parts of one record of Qwen Code as blocks.
struct ReadParts
{
    std::vector<conversation::ContentBlock> blocks;
    std::vector<RecordedAttachment> attachments;
    bool hasBrokenImage = false;
};

/// Empty if they are no list of parts.
[[nodiscard]] std::optional<ReadParts> readParts(const nlohmann::json& parts, PendingToolCalls& calls,
                                                 const ReadLimits& limits);

/// The tokens of a record. Thoughts are counted within the answer, unless the sum says otherwise.
[[nodiscard]] std::optional<conversation::Usage> usageOf(const nlohmann::json& record);

} // namespace quarterdeck::formats::qwen
