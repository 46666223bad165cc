#pragma once

#include "model/agents/provider/chat_provider.h"
#include "model/conversation/message.h"

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
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
[[nodiscard]] AnswerNote noteOf(const ChatReply& reply);
/// Adds it to the note of the step that the answer becomes.
void addTo(nlohmann::json& step, const AnswerNote& note);

} // namespace quarterdeck::team
