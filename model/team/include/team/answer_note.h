#pragma once

#include "conversation/message.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace quarterdeck::team {

/// What has to be known of a model's answer besides its words. Stands in the metadata of the message.
struct AnswerNote
{
    /// It is as long as an answer may be, and not whole: so many tokens, 0 = not known.
    std::optional<std::int64_t> cutAt = {};
    /// How much of its prompt the model could not be given: "image", "audio", "video", "file", "message".
    std::map<std::string, std::int64_t> losses = {};
    /// The server told no tokens that can be believed: those of the message are estimated, as a budget needs them.
    bool isUsageEstimated = false;
    /// It was stopped while the model wrote it: this is as far as it came.
    bool isStopped = {};
    friend bool operator==(const AnswerNote&, const AnswerNote&) = default;
};
/// Of any message, whoever wrote the log.
[[nodiscard]] AnswerNote answerNoteOf(const conversation::Message& message);

} // namespace quarterdeck::team
