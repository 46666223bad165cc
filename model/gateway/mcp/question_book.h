#pragma once

#include "conversation/event.h"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// A question as its log tells it.
struct AskedQuestion
{
    conversation::Timestamp askedAt;
    std::string likeness; ///< see likenessOf
    std::optional<conversation::QuestionEnd> end;
    std::optional<std::string> lateAnswer; ///< the message of what the person said after it had timed out
};

/// The same for two questions that the same program asks in the same words, with the same answers to choose from and as
/// much time to answer: only their ids and times differ.
[[nodiscard]] std::string likenessOf(conversation::Question question);

/// The questions of one session, by a fold of its log: those that are open, and the newest that have ended. A value.
class QuestionBook
{
public:
    /// In the log's order. Gives the question that this event ended.
    std::optional<conversation::QuestionId> follow(const conversation::Event& event);
    /// Null = it was not asked here, or too many have ended since.
    [[nodiscard]] const AskedQuestion* find(const conversation::QuestionId& id) const;
    /// Those of this likeness that are remembered: those that are open first, and of either kind the oldest.
    [[nodiscard]] std::vector<conversation::QuestionId> like(const std::string& likeness) const;
    static constexpr std::size_t mostEnded = 1000;

private:
    void end(const conversation::QuestionId& id, const conversation::QuestionEnd& how);

    std::map<conversation::QuestionId, AskedQuestion> m_questions;
    std::deque<conversation::QuestionId> m_ended; ///< oldest first
};

} // namespace quarterdeck::gateway::mcp
