#include "model/conversation/text.h"

#include <QList>

#include <algorithm>
#include <array>

namespace quarterdeck::conversation::utf8 {

namespace {

/// White space beyond ASCII, as its UTF-8 bytes.
constexpr std::array<std::string_view, 19> wideSpaces{
    "\u0085", "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006",
    "\u2007", "\u2008", "\u2009", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"};

bool isAsciiSpace(char byte) { return (byte >= '\t' && byte <= '\r') || (byte >= '\x1c' && byte <= ' '); }

} // namespace

std::string shortened(std::string_view text, std::size_t maxBytes)
{
    if (text.size() <= maxBytes) {
        return std::string(text);
    }
    std::size_t end = maxBytes;
    while (end > 0 && isContinuation(text[end])) {
        --end;
    }
    return std::string(text.substr(0, end)) + "…";
}

std::size_t lengthAt(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    return std::min(length, text.size() - at);
}

std::size_t spaceAt(std::string_view text, std::size_t at)
{
    if (isAsciiSpace(text[at])) {
        return 1;
    }
    if (static_cast<unsigned char>(text[at]) < 0xC2) {
        return 0;
    }
    for (const std::string_view space : wideSpaces) {
        if (text.substr(at, space.size()) == space) {
            return space.size();
        }
    }
    return 0;
}

} // namespace quarterdeck::conversation::utf8

namespace quarterdeck::conversation {

// The page does the same with what it shows (safety/invisible.ts in its sources); tests/data/visible_text.json holds
// them together.

namespace {

constexpr char32_t zeroWidthNonJoiner = 0x200C;
constexpr char32_t zeroWidthJoiner = 0x200D;
constexpr char32_t blackFlag = 0x1F3F4;
constexpr qsizetype longestFlag = 7; ///< tags: two letters of a country, four of a part of it, and the end
/// At most this many characters attach to one, more than any script or emoji needs; the rest are shown by name.
constexpr int mostAttached = 10;

struct Named
{
    char32_t code;
    const char* name;
};

constexpr Named named[] = {
    {0x00AD, "SHY"}, {0x034F, "CGJ"},  {0x061C, "ALM"},  {0x115F, "HCF"},  {0x1160, "HJF"},  {0x17B4, "KIV"},
    {0x17B5, "KIV"}, {0x180E, "MVS"},  {0x200B, "ZWSP"}, {0x200C, "ZWNJ"}, {0x200D, "ZWJ"},  {0x200E, "LRM"},
    {0x200F, "RLM"}, {0x2028, "LSEP"}, {0x2029, "PSEP"}, {0x202A, "LRE"},  {0x202B, "RLE"},  {0x202C, "PDF"},
    {0x202D, "LRO"}, {0x202E, "RLO"},  {0x2060, "WJ"},   {0x2061, "FA"},   {0x2062, "IT"},   {0x2063, "IS"},
    {0x2064, "IP"},  {0x2066, "LRI"},  {0x2067, "RLI"},  {0x2068, "FSI"},  {0x2069, "PDI"},  {0x206A, "ISS"},
    {0x206B, "ASS"}, {0x206C, "IAFS"}, {0x206D, "AAFS"}, {0x206E, "NADS"}, {0x206F, "NODS"}, {0x3164, "HF"},
    {0xFEFF, "BOM"}, {0xFFA0, "HHF"},  {0xFFF9, "IAA"},  {0xFFFA, "IAS"},  {0xFFFB, "IAT"},
};

constexpr bool isWithin(char32_t code, char32_t first, char32_t last) { return code >= first && code <= last; }

const char* knownName(char32_t code)
{
    const auto* entry = std::ranges::find(named, code, &Named::code);
    return entry == std::end(named) ? nullptr : entry->name;
}

/// Characters of Unicode's Default_Ignorable_Code_Point that have no name above and no check of their own, with the
/// code points reserved for more of them: a program that does not know one draws nothing.
constexpr struct
{
    char32_t first;
    char32_t last;
} ignorable[] = {
    {0x2061, 0x2065}, {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0080, 0xE00FF}, {0xE01F0, 0xE0FFF},
};

bool isIgnorable(char32_t code)
{
    return std::ranges::any_of(ignorable,
                               [code](const auto& range) { return isWithin(code, range.first, range.last); });
}

/// The short name of a character, or its number.
QString nameOf(char32_t code)
{
    if (isWithin(code, 0xFE00, 0xFE0F))
        return QStringLiteral("VS%1").arg(static_cast<uint>(code) - 0xFE00 + 1);
    if (isWithin(code, 0xE0100, 0xE01EF))
        return QStringLiteral("VS%1").arg(static_cast<uint>(code) - 0xE0100 + 17);
    if (const char* name = knownName(code))
        return QString::fromLatin1(name);
    return QStringLiteral("U+%1").arg(static_cast<uint>(code), 4, 16, QLatin1Char('0')).toUpper();
}

/// Hidden in any context.
bool isAlwaysHidden(char32_t code)
{
    const bool isControl = (code < 0x20 && code != '\n' && code != '\t') || isWithin(code, 0x7F, 0x9F);
    return isControl || isIgnorable(code) || knownName(code) != nullptr;
}

bool isSelector(char32_t code) { return isWithin(code, 0xFE00, 0xFE0F) || isWithin(code, 0xE0100, 0xE01EF); }
/// They choose between the forms of a letter of Mongolian.
bool isMongolianSelector(char32_t code) { return isWithin(code, 0x180B, 0x180D) || code == 0x180F; }
bool isTag(char32_t code) { return isWithin(code, 0xE0000, 0xE007F); }
bool isSkinColour(char32_t code) { return isWithin(code, 0x1F3FB, 0x1F3FF); }
bool isRegionLetter(char32_t code) { return isWithin(code, 0x1F1E6, 0x1F1FF); }

bool isPictograph(char32_t code)
{
    return (isWithin(code, 0x1F000, 0x1FAFF) && !isSkinColour(code) && !isRegionLetter(code))
        || isWithin(code, 0x2190, 0x2BFF) || code == 0xA9 || code == 0xAE || code == 0x203C || code == 0x2049
        || code == 0x2122 || code == 0x3030;
}

bool isEmojiPart(char32_t code) { return isPictograph(code) || isSkinColour(code) || code == 0xFE0F || code == 0x20E3; }

bool isOfJoiningScript(char32_t code)
{
    switch (QChar::script(code)) {
    case QChar::Script_Arabic:
    case QChar::Script_Syriac:
    case QChar::Script_Devanagari:
    case QChar::Script_Bengali:
    case QChar::Script_Gurmukhi:
    case QChar::Script_Gujarati:
    case QChar::Script_Oriya:
    case QChar::Script_Tamil:
    case QChar::Script_Telugu:
    case QChar::Script_Kannada:
    case QChar::Script_Malayalam:
    case QChar::Script_Sinhala:
    case QChar::Script_Mongolian:
        return true;
    default:
        return false;
    }
}

bool isMark(char32_t code)
{
    const QChar::Category category = QChar::category(code);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_SpacingCombining
        || category == QChar::Mark_Enclosing;
}

/// Can a variation selector apply to it? Not to separators and controls.
bool hasForms(char32_t code)
{
    const QChar::Category category = QChar::category(code);
    const bool isNothing = category >= QChar::Separator_Space && category <= QChar::Other_PrivateUse;
    return !isNothing && !isMark(code) && QChar::script(code) != QChar::Script_Latin;
}

enum class Jamo { None, Leading, Vowel, Trailing };

Jamo jamoOf(char32_t code)
{
    if (isWithin(code, 0x1100, 0x115F) || isWithin(code, 0xA960, 0xA97C))
        return Jamo::Leading;
    if (isWithin(code, 0x1160, 0x11A7) || isWithin(code, 0xD7B0, 0xD7C6))
        return Jamo::Vowel;
    return isWithin(code, 0x11A8, 0x11FF) || isWithin(code, 0xD7CB, 0xD7FB) ? Jamo::Trailing : Jamo::None;
}

/// Letters of Korean that are written as one syllable.
bool areOneSyllable(Jamo before, Jamo after)
{
    if (before == Jamo::Leading)
        return after == Jamo::Leading || after == Jamo::Vowel;
    return before != Jamo::None && (after == Jamo::Trailing || (before == Jamo::Vowel && after == Jamo::Vowel));
}

/// In scripts that stack letters vertically: the next letter is drawn together with the one before.
bool isStacker(char32_t code)
{
    constexpr char32_t stackers[] = {
        0x1039,  0x17D2,  0x1A60,  0x1B44,  0x1BAB,  0xA806,  0xA8C4,  0xA9C0,  0xAAF6,  0x10A3F,
        0x11046, 0x110B9, 0x11133, 0x111C0, 0x11235, 0x1134D, 0x11442, 0x114C2, 0x115BF, 0x1163F,
        0x116B6, 0x11839, 0x1193E, 0x119E0, 0x11A47, 0x11A99, 0x11C3F, 0x11D45, 0x11D97,
    };
    return std::ranges::find(stackers, code) != std::end(stackers);
}

/// Arabic and Kaithi number signs, drawn around what follows.
bool isNumberSign(char32_t code)
{
    constexpr char32_t others[] = {0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD};
    return isWithin(code, 0x0600, 0x0605) || std::ranges::find(others, code) != std::end(others);
}

/// Is it drawn together with the character before, so that no line may break between them?
bool isAttached(char32_t before, char32_t code)
{
    constexpr char32_t others[] = {zeroWidthJoiner, 0x0E33, 0x0EB3, 0xFF9E, 0xFF9F};
    return isMark(code) || isSkinColour(code) || isWithin(code, 0xE0020, 0xE007F)
        || std::ranges::find(others, code) != std::end(others) || areOneSyllable(jamoOf(before), jamoOf(code))
        || (isNumberSign(before) && isNumberSign(code));
}

/// Walks through a text character by character.
class Visible
{
public:
    explicit Visible(const QString& text) : m_codes(text.toUcs4()) { }

    QString text()
    {
        QString result;
        result.reserve(m_codes.size());
        for (m_at = 0; m_at < m_codes.size(); ++m_at) {
            const char32_t code = codeAt(m_at);
            if (isTooMany() || isHidden())
                result.append(u'[' + nameOf(code) + u']');
            else
                result.append(QString::fromUcs4(&code, 1));
        }
        return result;
    }

private:
    [[nodiscard]] char32_t codeAt(qsizetype index) const
    {
        return index >= 0 && index < m_codes.size() ? m_codes[index] : 0;
    }

    /// Exceeds the number of characters that may be attached to one.
    bool isTooMany()
    {
        const char32_t before = codeAt(m_at - 1);
        const char32_t code = codeAt(m_at);
        if (isAttached(before, code))
            return ++m_attached > mostAttached;
        // The next emoji of a chain, or the next letter of a stack, belongs to the one before.
        const bool isJoined = before == zeroWidthJoiner && isPictograph(code);
        const bool isStacked = isStacker(before) && QChar::isLetter(code);
        if (!isJoined && !isStacked)
            m_attached = 0;
        return false;
    }

    [[nodiscard]] bool isHidden() const
    {
        const char32_t before = codeAt(m_at - 1);
        const char32_t code = codeAt(m_at);
        if (code == zeroWidthJoiner || code == zeroWidthNonJoiner)
            return !isOrdinaryJoiner(before, code, codeAt(m_at + 1));
        if (isSelector(code))
            return code <= 0xFE0F ? !hasForms(before) : QChar::script(before) != QChar::Script_Han;
        if (isMongolianSelector(code))
            return QChar::script(before) != QChar::Script_Mongolian || isMongolianSelector(before);
        return isTag(code) ? !isFlagTag() : isAlwaysHidden(code);
    }

    /// Inside emoji, and in scripts written with them, joiners are no trick.
    static bool isOrdinaryJoiner(char32_t before, char32_t code, char32_t after)
    {
        const bool isEmoji = code == zeroWidthJoiner && isEmojiPart(before) && isEmojiPart(after);
        return isEmoji || (isOfJoiningScript(before) && isOfJoiningScript(after));
    }

    /// The tag letters of the flags of England, Scotland and Wales belong to their black flag.
    [[nodiscard]] bool isFlagTag() const
    {
        qsizetype start = m_at;
        while (m_at - start < longestFlag && isTag(codeAt(start - 1)))
            --start;
        return m_at - start < longestFlag && codeAt(start - 1) == blackFlag;
    }

    QList<uint> m_codes;
    qsizetype m_at = 0;
    int m_attached = 0; ///< to the character that stands last
};

/// Letters that stand on their own, like most text: nothing to look for.
bool isPlain(QChar letter)
{
    const char32_t code = letter.unicode();
    return isWithin(code, 0x20, 0x7E) || code == '\n' || code == '\t' || (isWithin(code, 0xA1, 0x2FF) && code != 0xAD)
        || isWithin(code, 0x4E00, 0x9FFF);
}

} // namespace

QString visibleText(const QString& text)
{
    return std::all_of(text.begin(), text.end(), isPlain) ? text : Visible(text).text();
}

bool isTitleOfQuestion(QString title, const QString& question)
{
    if (title.endsWith(QChar(u'…')))
        title.chop(1);
    return question.simplified().startsWith(title);
}

} // namespace quarterdeck::conversation
