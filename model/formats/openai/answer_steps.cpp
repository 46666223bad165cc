#include "model/formats/openai/answer_steps.h"

#include "model/formats/json/json_text.h"

#include <iterator>

namespace quarterdeck::formats {

using nlohmann::json;

void AnswerSteps::setTime(const std::string& time)
{
    if (!time.empty()) {
        m_time = time;
    }
}

void AnswerSteps::goOn()
{
    if (!m_results.empty()) {
        end();
    }
    if (isBetween()) {
        m_begun = m_time;
    }
}

void AnswerSteps::think(const std::string& text)
{
    if (!text.empty()) {
        goOn();
        m_thinking += (m_thinking.empty() ? "" : "\n") + text;
    }
}

void AnswerSteps::say(const std::string& text)
{
    if (text.find_first_not_of(" \t\r\n") != std::string::npos) {
        addPart({{"type", "text"}, {"text", text}});
    }
}

void AnswerSteps::addPart(json part)
{
    goOn();
    m_parts.push_back(std::move(part));
}

void AnswerSteps::call(const std::string& id, const std::string& name, json arguments)
{
    if (isBetween()) {
        m_begun = m_time;
    }
    json function{{"name", name}, {"arguments", std::move(arguments)}};
    m_calls.push_back({{"id", id}, {"type", "function"}, {"function", std::move(function)}});
}

void AnswerSteps::answer(const std::string& id, const std::string& name, json content, bool hasFailed)
{
    MessageNotes notes;
    notes.time = m_time;
    notes.hasFailed = hasFailed;
    json result{{"role", "tool"}, {"tool_call_id", id}, {"name", name}, {"content", std::move(content)}};
    m_results.emplace_back(std::move(result), std::move(notes));
}

void AnswerSteps::end()
{
    if (!isBetween()) {
        json message{{"role", m_role}, {"content", nullptr}};
        if (!m_parts.empty()) {
            const bool isOneText =
                m_parts.size() == 1 && m_parts[0].size() == 2 && textMember(m_parts[0], "type") == "text";
            message["content"] = isOneText ? m_parts[0]["text"] : m_parts;
        }
        if (!m_thinking.empty()) {
            message["reasoning_content"] = m_thinking;
        }
        if (!m_calls.empty()) {
            message["tool_calls"] = m_calls;
        }
        MessageNotes notes;
        notes.time = m_begun;
        m_said.emplace_back(std::move(message), std::move(notes));
    }
    std::move(m_results.begin(), m_results.end(), std::back_inserter(m_said));
    m_results.clear();
    m_parts = m_calls = json::array();
    m_thinking.clear();
}

ChatMessages AnswerSteps::take()
{
    end();
    return std::move(m_said);
}

} // namespace quarterdeck::formats
