#pragma once

#include "mcp/protocol.h"
#include "mcp/question_book.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/// What tools are answered with. Pure; thread: any.
namespace quarterdeck::gateway::mcp {

/// A picture of an answer.
struct AnswerImage
{
    std::string bytes;
    std::string mediaType;
};

/// {status, answer, answered_at, waited_s, question_id, late_answer?} as structured content and as text, and the
/// pictures. `now` counts the wait for what is still open.
[[nodiscard]] nlohmann::json answerResult(const conversation::QuestionId& id, const AskedQuestion& question,
                                          conversation::Timestamp now, Version version,
                                          const std::vector<AnswerImage>& images = {});
[[nodiscard]] nlohmann::json messageResult(const conversation::MessageId& id, Version version);
/// For the model that called: `isError`.
[[nodiscard]] nlohmann::json failedResult(const std::string& why);

} // namespace quarterdeck::gateway::mcp
