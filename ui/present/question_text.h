#pragma once

#include <QString>
#include <string>

namespace quarterdeck::ui::present {

/// The words of a question, and the first difference that stands among them as a block of Markdown (```diff).
struct QuestionText
{
    QString words;
    QString diff;
    QString after;
};

/// So many bytes of a question are looked at; what goes beyond stands in the conversation only.
inline constexpr std::size_t longestQuestionText = 200'000;

/// Takes time in proportion to the text, whatever stands in it: the panel reads each question at each of its changes.
[[nodiscard]] QuestionText questionText(const std::string& utf8);

} // namespace quarterdeck::ui::present
