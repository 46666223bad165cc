#pragma once

#include "model/conversation/event.h"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// A question as told by its log.
struct QuestionStatus
{
    conversation::Timestamp askedAt;
    std::string likeness; ///< see questionFingerprint
    std::optional<conversation::QuestionEnd> end;
    std::optional<std::string> lateAnswer; ///< the message with the person's answer after the timeout
};

/// Equal for two questions that the same program asks in the same words, with the same options and the same time to
/// answer: only their ids and times differ.
[[nodiscard]] std::string questionFingerprint(conversation::Question question);

/// The questions of one session, folded from its log: the open ones, and the newest that have ended. A value.
class QuestionIndex
{
public:
    /// In the log's order. Returns the question that this event ended.
    std::optional<conversation::QuestionId> follow(const conversation::Event& event);
    /// Null = it was not asked here, or too many have ended since.
    [[nodiscard]] const QuestionStatus* find(const conversation::QuestionId& id) const;
    /// Remembered questions of this likeness: open ones first, and within each kind the oldest first.
    [[nodiscard]] std::vector<conversation::QuestionId> like(const std::string& likeness) const;
    static constexpr std::size_t mostEnded = 1000;

private:
    void end(const conversation::QuestionId& id, const conversation::QuestionEnd& how);

    std::map<conversation::QuestionId, QuestionStatus> m_questions;
    std::deque<conversation::QuestionId> m_ended; ///< oldest first
};

} // namespace quarterdeck::gateway::mcp
