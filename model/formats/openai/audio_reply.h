#pragma once

#include "model/conversation/message.h"
#include "model/formats/session_sink.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

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

} // namespace quarterdeck::formats
