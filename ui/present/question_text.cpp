#include "present/question_text.h"

#include <QRegularExpression>

namespace quarterdeck::ui::present {

QuestionText questionText(const QString& text)
{
    static const QRegularExpression block(QStringLiteral("(?:^|\\n)(`{3,})diff\\n(.*?)\\n\\1(?=\\n|$)"),
                                          QRegularExpression::DotMatchesEverythingOption);
    const QRegularExpressionMatch found = block.match(text);
    if (!found.hasMatch())
        return {text, {}, {}};
    return {text.left(found.capturedStart()).trimmed(), found.captured(2), text.mid(found.capturedEnd()).trimmed()};
}

} // namespace quarterdeck::ui::present
