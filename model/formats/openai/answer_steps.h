#pragma once

#include "model/formats/openai/chat_recording_builder.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats {

/// Messages of an OpenAI chat, in their order.
using ChatMessages = std::vector<std::pair<nlohmann::json, MessageNotes>>;

/// What one speaker thinks, says, calls and is answered by tools, put together from pieces in their order: results are
/// messages of their own, and whatever follows them begins another message.
class AnswerSteps
{
public:
    explicit AnswerSteps(std::string role) : m_role(std::move(role)) { }

    /// When the next pieces were said: the time of the messages that begin with them. Empty = as before.
    void setTime(const std::string& time);
    void think(const std::string& text);
    void say(const std::string& text);
    /// A part of a chat's content.
    void addPart(nlohmann::json part);
    /// Joins the calls before it, even if they are answered. `arguments`: a value, or a model's own text.
    void call(const std::string& id, const std::string& name, nlohmann::json arguments);
    void answer(const std::string& id, const std::string& name, nlohmann::json content, bool hasFailed);
    /// What comes next is said, or called, knowing the results so far. So are words and thoughts in any case.
    void goOn();
    /// What comes next begins another message.
    void end();
    /// Whether there was nothing yet.
    [[nodiscard]] bool isEmpty() const { return m_said.empty() && m_results.empty() && isBetween(); }
    [[nodiscard]] ChatMessages take();

private:
    /// Between two messages.
    [[nodiscard]] bool isBetween() const { return m_parts.empty() && m_calls.empty() && m_thinking.empty(); }

    std::string m_role;
    std::string m_time;
    std::string m_begun; ///< the time of the message that is put together
    std::string m_thinking;
    nlohmann::json m_parts = nlohmann::json::array();
    nlohmann::json m_calls = nlohmann::json::array();
    ChatMessages m_results; ///< of the calls
    ChatMessages m_said;
};

} // namespace quarterdeck::formats
