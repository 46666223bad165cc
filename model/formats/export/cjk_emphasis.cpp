#include "model/formats/export/cjk_emphasis.h"

#include <QString>
#include <algorithm>
#include <array>

namespace quarterdeck::formats::html {

namespace {

struct Mark
{
    std::string_view sign;
    std::string_view hexadecimal; ///< as an entity may have it
    std::string_view decimal;
};

/// Punctuation of scripts that hardly anybody writes.
constexpr std::array marks{Mark{"\uA874", "a874", "43124"}, Mark{"\u1C3B", "1c3b", "7227"},
                           Mark{"\uA4FE", "a4fe", "42238"}, Mark{"\u1400", "1400", "5120"},
                           Mark{"\u1805", "1805", "6149"}};

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20) : letter; }

bool isUsed(std::string_view text, const Mark& mark)
{
    const auto isSame = [](char one, char other) { return lower(one) == other; };
    const auto has = [&](std::string_view number) {
        return std::search(text.begin(), text.end(), number.begin(), number.end(), isSame) != text.end();
    };
    if (text.find(mark.sign) != std::string_view::npos)
        return true;
    return text.find("&#") != std::string_view::npos && (has(mark.hexadecimal) || has(mark.decimal));
}

/// As in the window (`markdown/unspaced_words.ts`).
bool isUnspaced(char32_t c)
{
    if ((c >= 0x3001 && c <= 0x303f) || (c >= 0xfe30 && c <= 0xfe4f) || (c >= 0xff01 && c <= 0xffef))
        return true;
    switch (QChar::script(c)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Bopomofo:
    case QChar::Script_Hangul:
        return true;
    default:
        return false;
    }
}

/// As CommonMark has it: all of ASCII's signs, and what Unicode says of the others.
bool isPunctuation(char32_t c)
{
    if (c < 0x80)
        return c > 0x20 && c < 0x7f && !QChar::isLetterOrNumber(c);
    return QChar::isPunct(c);
}

char32_t before(const QString& text, qsizetype at)
{
    if (at == 0)
        return U' ';
    const bool isPair = at > 1 && text[at - 1].isLowSurrogate() && text[at - 2].isHighSurrogate();
    return isPair ? QChar::surrogateToUcs4(text[at - 2], text[at - 1]) : text[at - 1].unicode();
}

char32_t behind(const QString& text, qsizetype at)
{
    if (at >= text.size())
        return U' ';
    const bool isPair = text[at].isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate();
    return isPair ? QChar::surrogateToUcs4(text[at], text[at + 1]) : text[at].unicode();
}

enum class Side { None, Before, Behind };

/// On which side of a run, which is between these, a mark is wanted: the one where no punctuation is.
Side wantedSide(char32_t last, char32_t next)
{
    const bool isWithin = !QChar::isSpace(last) && !QChar::isSpace(next);
    if (!isWithin || last == U'\\' || !(isUnspaced(last) || isUnspaced(next)))
        return Side::None;
    if (isPunctuation(last) == isPunctuation(next))
        return Side::None;
    return isPunctuation(last) ? Side::Behind : Side::Before;
}

} // namespace

std::string unusedMark(std::string_view text)
{
    const auto mark = std::ranges::find_if(marks, [&](const Mark& one) { return !isUsed(text, one); });
    return mark == marks.end() ? std::string() : std::string(mark->sign);
}

std::string withFor(const std::string& text, const std::string& mark, std::string_view other)
{
    if (mark.empty())
        return text;
    std::string made;
    made.reserve(text.size());
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t at = text.find(mark, from);
        made.append(text, from, at - from);
        if (at == std::string::npos)
            break;
        made += other;
        from = at + mark.size();
    }
    return made;
}

SpacedWords spacedWords(const std::string& markdown)
{
    if (markdown.find_first_of("*~") == std::string::npos)
        return {markdown, {}};
    const QString text = QString::fromStdString(markdown);
    const std::string mark = unusedMark(markdown);
    if (mark.empty())
        return {markdown, {}};
    const QString between = QString::fromStdString(mark);
    QString spaced;
    for (qsizetype at = 0; at < text.size();) {
        qsizetype end = at + 1;
        if (text[at] != u'*' && text[at] != u'~') {
            spaced += text[at];
            at = end;
            continue;
        }
        while (end < text.size() && text[end] == text[at])
            ++end;
        const Side side = wantedSide(before(text, at), behind(text, end));
        if (side == Side::Before)
            spaced += between;
        spaced += QStringView(text).mid(at, end - at);
        if (side == Side::Behind)
            spaced += between;
        at = end;
    }
    if (spaced.size() == text.size())
        return {markdown, {}};
    return {spaced.toStdString(), mark};
}

} // namespace quarterdeck::formats::html
