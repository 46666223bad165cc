#pragma once

#include "conversation/message.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace quarterdeck::team {

/// What has to be known about a model's answer besides its words. Part of the message's metadata.
struct AnswerNote
{
    /// It was cut at its maximum length, of this many tokens; 0 = unknown.
    std::optional<std::int64_t> cutAt = {};
    /// How much of its prompt could not be given to the model: "image", "audio", "video", "file", "message".
    std::map<std::string, std::int64_t> losses = {};
    /// The server reported no credible tokens, so the message's are estimated, as a budget needs them.
    bool isUsageEstimated = false;
    /// It was stopped while the model was writing; this is as far as it came.
    bool isStopped = {};
    friend bool operator==(const AnswerNote&, const AnswerNote&) = default;
};
/// For any message, whoever wrote the log.
[[nodiscard]] AnswerNote answerNoteOf(const conversation::Message& message);

} // namespace quarterdeck::team
