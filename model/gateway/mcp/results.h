#pragma once

#include "model/gateway/mcp/protocol.h"
#include "model/gateway/mcp/question_index.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/// The results of tools. Pure; thread: any.
namespace quarterdeck::gateway::mcp {

/// A picture of an answer.
struct AnswerImage
{
    std::string bytes;
    std::string mediaType;
};

/// {status, answer, answered_at, waited_s, question_id, late_answer?} as structured content and as text, and the
/// pictures. `now` is for the wait of a question that is still open.
[[nodiscard]] nlohmann::json answerResult(const conversation::QuestionId& id, const QuestionStatus& question,
                                          conversation::Timestamp now, Version version,
                                          const std::vector<AnswerImage>& images = {});
[[nodiscard]] nlohmann::json messageResult(const conversation::MessageId& id, Version version);
/// For the calling model: `isError`.
[[nodiscard]] nlohmann::json failedResult(const std::string& why);

} // namespace quarterdeck::gateway::mcp
