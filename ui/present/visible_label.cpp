#include "ui/present/visible_label.h"

#include "ui/present/visible_text.h"

#include <algorithm>
#include <array>

// The page does the same (splitLabel and splitLookalike in safety/invisible.ts); tests/data/visible_labels.json holds
// them together.

namespace quarterdeck::ui::wording {

namespace {

constexpr char16_t noBreakSpace = 0x00A0;
constexpr char16_t brailleBlank = 0x2800;

/// What is drawn as nothing but has a width.
bool isBlank(QChar letter)
{
    constexpr std::array<char16_t, 4> others{0x1680, 0x202F, 0x205F, 0x3000};
    const char16_t code = letter.unicode();
    return code == u' ' || code == u'\t' || code == u'\n' || code == noBreakSpace || code == brailleBlank
        || (code >= 0x2000 && code <= 0x200A) || std::ranges::find(others, code) != others.end();
}

QString numbered(char32_t code)
{
    return u'[' + QStringLiteral("U+%1").arg(static_cast<uint>(code), 4, 16, QLatin1Char('0')).toUpper() + u']';
}

QString nameOf(QChar blank)
{
    switch (blank.unicode()) {
    case u' ':
        return QStringLiteral("[SP]");
    case u'\t':
        return QStringLiteral("[TAB]");
    case u'\n':
        return QStringLiteral("[LF]");
    case noBreakSpace:
        return QStringLiteral("[NBSP]");
    default:
        return numbered(blank.unicode());
    }
}

} // namespace

QString visibleLabel(const QString& label)
{
    const QString shown = visibleText(label);
    qsizetype end = shown.size();
    while (end > 0 && isBlank(shown.at(end - 1)))
        --end;
    QString result;
    bool isAfterBlank = true;
    for (qsizetype i = 0; i < shown.size(); ++i) {
        const QChar letter = shown.at(i);
        const bool isHere = isBlank(letter);
        const bool isPlain = !isHere || (letter == u' ' && !isAfterBlank && i < end);
        result += isPlain ? QString(letter) : nameOf(letter);
        isAfterBlank = isHere;
    }
    return result;
}

QString visibleLookalike(const QString& label)
{
    QString result;
    for (const char32_t letter : visibleLabel(label).toUcs4())
        result += letter < 0x7F ? QString(QChar(static_cast<char16_t>(letter))) : numbered(letter);
    return result;
}

} // namespace quarterdeck::ui::wording
