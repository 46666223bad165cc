#pragma once

#include <QString>

namespace quarterdeck::ui::present {

/// The words of a question, and the first difference that stands among them as a block of Markdown (```diff).
struct QuestionText
{
    QString words;
    QString diff;
    QString after;
};
[[nodiscard]] QuestionText questionText(const QString& text);

} // namespace quarterdeck::ui::present
