#include "ui/present/visible_text.h"

#include "model/conversation/text.h"

#include <QChar>

#include <algorithm>
#include <array>

namespace quarterdeck::ui::wording {

namespace {

/// As many letters are laid out in the time that a coloured picture takes, or rather more.
constexpr qsizetype colouredCosts = 40;

constexpr bool isWithin(char32_t code, char32_t first, char32_t last) { return code >= first && code <= last; }

/// Whether it is likely a picture of the colour font, which is decoded whenever it is measured.
bool isColoured(char32_t code)
{
    return isWithin(code, 0x1F000, 0x1FAFF) || isWithin(code, 0x2600, 0x27BF) || isWithin(code, 0x231A, 0x23FF)
        || isWithin(code, 0x2B05, 0x2B55) || code == 0xFE0F || code == 0x20E3;
}

/// Never cuts a character in half.
QString beginningOf(const QString& text, qsizetype most)
{
    qsizetype room = most;
    for (qsizetype at = 0; at < text.size();) {
        const bool isPair = text.at(at).isHighSurrogate() && at + 1 < text.size() && text.at(at + 1).isLowSurrogate();
        const char32_t code = isPair ? QChar::surrogateToUcs4(text.at(at), text.at(at + 1)) : text.at(at).unicode();
        const qsizetype units = isPair ? 2 : 1;
        room -= isColoured(code) ? colouredCosts : units;
        if (room < 0)
            return text.left(at) + QChar(0x2026);
        at += units;
    }
    return text;
}

} // namespace

QString visibleText(const QString& text, qsizetype most) { return conversation::visibleText(beginningOf(text, most)); }

QString visibleText(const std::string& utf8) { return visibleText(QString::fromStdString(utf8)); }

// The page does the same (splitLabel and splitLookalike in safety/invisible.ts); tests/data/visible_labels.json holds
// them together.

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

QString paragraph(const QStringList& sentences)
{
    static const QString fullWidthEnds = QStringLiteral("。！？；：");
    QString text;
    for (const QString& sentence : sentences) {
        if (!text.isEmpty() && !fullWidthEnds.contains(text.back()))
            text += u' ';
        text += sentence;
    }
    return text;
}

} // namespace quarterdeck::ui::wording
