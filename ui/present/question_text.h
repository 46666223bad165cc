#pragma once

#include <QString>
#include <string>

namespace quarterdeck::ui::present {

/// The words of a question, and the first diff in it, given as a Markdown block (```diff).
struct QuestionText
{
    QString words;
    QString diff;
    QString after;
};

/// How many bytes of a question are examined; the rest is only in the conversation.
inline constexpr std::size_t longestQuestionText = 200'000;

/// Takes time linear in the text, whatever it contains: the panel reads each question whenever it changes.
[[nodiscard]] QuestionText questionText(const std::string& utf8);

} // namespace quarterdeck::ui::present
