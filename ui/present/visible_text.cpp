#include "ui/present/visible_text.h"

#include "model/conversation/visible_text.h"

#include <QChar>

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

} // namespace quarterdeck::ui::wording
