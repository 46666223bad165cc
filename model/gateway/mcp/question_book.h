#pragma once

#include "conversation/event.h"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace quarterdeck::gateway::mcp {

/// A question as its log tells it.
struct AskedQuestion
{
    conversation::Timestamp askedAt;
    std::optional<conversation::QuestionEnd> end;
    std::optional<std::string> lateAnswer; ///< the message of what the person said after it had timed out
};

/// The questions of one session, by a fold of its log: those that are open, and the newest that have ended. A value.
class QuestionBook
{
public:
    /// In the log's order. Gives the question that this event ended.
    std::optional<conversation::QuestionId> follow(const conversation::Event& event);
    /// Null = it was not asked here, or too many have ended since.
    [[nodiscard]] const AskedQuestion* find(const conversation::QuestionId& id) const;
    static constexpr std::size_t mostEnded = 1000;

private:
    void end(const conversation::QuestionId& id, const conversation::QuestionEnd& how);

    std::map<conversation::QuestionId, AskedQuestion> m_questions;
    std::deque<conversation::QuestionId> m_ended; ///< oldest first
};

} // namespace quarterdeck::gateway::mcp
