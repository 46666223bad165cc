#include "storage/search/search_token.h"

#include "model/conversation/text.h"

#include <QChar>
#include <QList>
#include <QString>

#include <algorithm>
#include <string>
#include <utility>

namespace quarterdeck::storage::search {

std::size_t ansiEscapeAt(std::string_view text, std::size_t at)
{
    constexpr std::size_t longest = 128; ///< what goes on for longer is no sequence
    const std::string_view code = text.substr(at, longest);
    if (!code.starts_with("\x1b["))
        return 0;
    for (std::size_t i = 2; i < code.size(); ++i) {
        const char byte = code[i];
        if (byte >= '@' && byte <= '~')
            return i + 1;
        if (byte < ' ' || byte > '?')
            return 0;
    }
    return 0;
}

std::size_t terminalLookAt(std::string_view text, std::size_t at)
{
    const std::size_t bytes = ansiEscapeAt(text, at);
    return bytes > 0 && text[at + bytes - 1] == 'm' ? bytes : 0;
}

using conversation::utf8::isContinuation;

namespace {

constexpr std::size_t longestWord = 64; ///< bytes that count; more is no word but data

struct CodePoint
{
    char32_t value = 0;
    std::size_t bytes = 1;
};

/// 0 for a byte that cannot start one.
std::size_t lengthBy(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first < 0xe0)
        return 2;
    if (first >= 0xe0 && first < 0xf0)
        return 3;
    return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

CodePoint codePointAt(std::string_view text, std::size_t at)
{
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t length = lengthBy(first);
    if (length <= 1)
        return {length == 1 ? char32_t(first) : char32_t(0), 1};
    if (at + length > text.size())
        return {};
    char32_t value = first & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if (!isContinuation(text[at + i]))
            return {};
        value = (value << 6U) | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
    }
    return {value, length};
}

enum class Kind { Separator, Letter, Unparted, Symbol };

bool isWithin(char32_t value, char32_t first, char32_t last) { return value >= first && value <= last; }

/// Scripts that do not separate words by blanks: a search matches anywhere in a run of characters.
bool isOfUnpartedWords(char32_t value)
{
    constexpr char32_t prolongedSound = 0x30fc; // of no script by itself
    constexpr char32_t narrowProlongedSound = 0xff70;
    switch (QChar::script(value)) {
    case QChar::Script_Thai:
    case QChar::Script_Lao:
    case QChar::Script_Khmer:
    case QChar::Script_Myanmar:
        return QChar::isLetterOrNumber(value) || QChar::isMark(value); // their vowels are marks, too
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
    case QChar::Script_Bopomofo:
        return QChar::isLetterOrNumber(value);
    default:
        return value == prolongedSound || value == narrowProlongedSound;
    }
}

Kind kindOf(char32_t value)
{
    if (value < 0x80) {
        const bool isLetter =
            (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z') || (value >= '0' && value <= '9');
        return isLetter ? Kind::Letter : Kind::Separator;
    }
    constexpr char32_t firstUnparted = 0x0e00;
    if (value >= firstUnparted && isOfUnpartedWords(value))
        return Kind::Unparted;
    if (QChar::isLetterOrNumber(value) || QChar::isMark(value))
        return Kind::Letter;
    return QChar::category(value) == QChar::Symbol_Other ? Kind::Symbol : Kind::Separator;
}

/// The dot below that turns a letter of Devanagari, Gurmukhi, Gujarati or Kannada into a foreign sound: like accents,
/// many people leave it out. In Bengali and Oriya it makes another letter of the alphabet.
bool isDotLeftOut(char32_t value) { return value == 0x093c || value == 0x0a3c || value == 0x0abc || value == 0x0cbc; }

/// A mark that people may leave out. Where most marks are vowels, or their absence, they count as letters: काम is not
/// कम.
bool isAccent(char32_t value)
{
    if (!QChar::isMark(value))
        return false;
    switch (QChar::script(value)) {
    case QChar::Script_Inherited: // of whichever letter they stand with
    case QChar::Script_Common:
    case QChar::Script_Latin:
    case QChar::Script_Greek:
    case QChar::Script_Coptic:
    case QChar::Script_Cyrillic:
    case QChar::Script_Glagolitic:
    case QChar::Script_Hebrew:
    case QChar::Script_Samaritan:
    case QChar::Script_Arabic:
    case QChar::Script_Syriac:
    case QChar::Script_Mandaic:
    case QChar::Script_Nko:
    case QChar::Script_Adlam:
    case QChar::Script_Ethiopic:
    case QChar::Script_Mongolian: // say which drawing is meant
    case QChar::Script_Hangul:
        return true;
    default:
        return isDotLeftOut(value);
    }
}

/// Appends it without case, accents and width. Returns whether a mark is left to compose with what precedes it.
bool appendFolded(char32_t value, std::string& word)
{
    if (value < 0x80) {
        const bool isCapital = value >= 'A' && value <= 'Z';
        word += static_cast<char>(isCapital ? value - 'A' + 'a' : value);
        return false;
    }
    bool hasMark = false;
    const QString parts =
        QString::fromUcs4(&value, 1).normalized(QString::NormalizationForm_KD).toUpper().toCaseFolded();
    for (const char32_t part : parts.toUcs4()) {
        if (isAccent(part))
            continue;
        hasMark = hasMark || QChar::isMark(part);
        word += QString::fromUcs4(&part, 1).toStdString();
    }
    return hasMark;
}

/// One or two dots that change the sound of the kana before them: U+3099, U+309A, and their narrow forms.
bool isSoundMark(std::string_view text)
{
    const std::string_view mark = text.substr(0, 3);
    return mark == "\u3099" || mark == "\u309a" || mark == "\uff9e" || mark == "\uff9f";
}

/// ဦ in two parts: the only letter of these scripts that can be decomposed.
bool isBurmeseVowel(char32_t letter, char32_t mark) { return letter == 0x1025 && mark == 0x102e; }

// The parts of Korean syllables, as in macOS file names.
bool isLeadingPart(char32_t value) { return isWithin(value, 0x1100, 0x1112); }
bool isVowelPart(char32_t value) { return isWithin(value, 0x1161, 0x1175); }
bool isTrailingPart(char32_t value) { return isWithin(value, 0x11a8, 0x11c2); }
bool isSyllable(char32_t value) { return isWithin(value, 0xac00, 0xd7a3); }

/// Another spelling of a character: narrow, or for compatibility with older standards.
bool isVariant(char32_t value)
{
    return isWithin(value, 0xff65, 0xffdc) || isWithin(value, 0xf900, 0xfaff) || isWithin(value, 0x2f800, 0x2fa1f);
}

/// Tells where a line may break, how letters join or in which direction they run, but is itself invisible: whoever
/// searches for the word does not type it, or types another one.
bool isUnseen(char32_t value)
{
    constexpr char32_t softHyphen = 0xad;
    constexpr char32_t arabicLetterMark = 0x61c;
    constexpr char32_t mongolianVowelSeparator = 0x180e;
    constexpr char32_t wordJoiner = 0x2060;
    constexpr char32_t byteOrderMark = 0xfeff;
    constexpr char32_t breakSpace = 0x200b; // with a width of zero; then both joiners
    constexpr char32_t rightToLeftMark = 0x200f;
    return value == softHyphen || value == arabicLetterMark || value == mongolianVowelSeparator || value == wordJoiner
        || value == byteOrderMark || isWithin(value, breakSpace, rightToLeftMark);
}

/// Selects a variant of the character before it: 葛 in place names.
bool isVariationSelector(char32_t value)
{
    return isWithin(value, 0xfe00, 0xfe0f) || isWithin(value, 0xe0100, 0xe01ef);
}

/// The sign at that position, in wide or normal form: 0 = none of these.
struct Sign
{
    char value = 0;
    std::size_t bytes = 0;
};

Sign signIn(const CodePoint& point)
{
    constexpr char32_t wide = 0xfee0; // so much further on
    for (const char sign : {'+', '#', '.'})
        if (point.value == static_cast<char32_t>(sign) || point.value == static_cast<char32_t>(sign) + wide)
            return {sign, point.bytes};
    return {};
}

/// Composed into a single character if there is one; remaining accents are dropped.
std::string composed(std::string_view text)
{
    const QString whole =
        QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).normalized(QString::NormalizationForm_KC);
    std::string result;
    for (const char32_t part : whole.toUcs4())
        if (!isAccent(part))
            result += QString::fromUcs4(&part, 1).toStdString();
    return result;
}

class Reader
{
public:
    Reader(std::string_view text, Purpose purpose, const TakeWord& take)
        : m_text(text)
        , m_purpose(purpose)
        , m_take(take)
    { }

    void read()
    {
        while (m_at < m_text.size() && m_goesOn) {
            const CodePoint point = codePointAt(m_text, m_at);
            switch (kindOf(point.value)) {
            case Kind::Separator:
                m_at += std::max(point.bytes, ansiEscapeAt(m_text, m_at));
                break;
            case Kind::Symbol:
                give({m_text.substr(m_at, point.bytes), m_at, m_at + point.bytes});
                m_at += point.bytes;
                break;
            case Kind::Letter:
                readLetters();
                break;
            case Kind::Unparted:
                readUnparted();
                break;
            }
        }
    }

private:
    /// Some names have signs that otherwise separate words: C++, C#, .NET. They are indexed with and without the sign.
    void readLetters()
    {
        const std::size_t begin = m_at;
        const std::string word = takeLetters();
        // Accents alone fold to nothing.
        if (word.empty())
            return;
        const std::size_t end = m_at;
        const std::size_t dotted = QChar::isLetter(codePointAt(m_text, begin).value) ? dotBefore(begin) : begin;
        const std::string signs = word.size() < longestWord ? takeSigns() : std::string();
        if (m_purpose == Purpose::Document) {
            give({word, begin, end, false, true});
            if (dotted < begin)
                give({'.' + word, dotted, end, true, true});
            if (!signs.empty())
                give({word + signs, begin, m_at, true, true});
        } else if (areMeant(signs)) {
            give({word + signs, begin, m_at, false, true});
        } else if (dotted < begin && !isWordBefore(dotted)) {
            give({'.' + word, dotted, end, false, true});
        } else {
            give({word, begin, end, false, true});
        }
    }

    std::string takeLetters()
    {
        std::string word;
        bool hasMark = false;
        for (std::size_t at = m_at; at < m_text.size(); at = behindUnseen(m_at)) {
            const CodePoint point = codePointAt(m_text, at);
            if (kindOf(point.value) != Kind::Letter)
                break;
            if (word.size() < longestWord)
                hasMark = appendFolded(point.value, word) || hasMark;
            m_at = at + point.bytes;
        }
        return hasMark ? composed(word) : word;
    }

    /// The position, or the end of invisible characters and a terminal's colours there.
    [[nodiscard]] std::size_t behindUnseen(std::size_t place) const
    {
        while (place < m_text.size()) {
            const CodePoint point = codePointAt(m_text, place);
            const std::size_t bytes = isUnseen(point.value) ? point.bytes : terminalLookAt(m_text, place);
            if (bytes == 0)
                break;
            place += bytes;
        }
        return place;
    }

    /// The start of a single one that precedes the position, otherwise the position itself.
    [[nodiscard]] std::size_t dotBefore(std::size_t place) const
    {
        const std::size_t before = pointBefore(place);
        if (before == place || signIn(codePointAt(m_text, before)).value != '.')
            return place;
        const std::size_t second = pointBefore(before);
        return second < before && signIn(codePointAt(m_text, second)).value == '.' ? place : before;
    }
    [[nodiscard]] bool isWordBefore(std::size_t place) const
    {
        const std::size_t before = pointBefore(place);
        return before < place && kindOf(codePointAt(m_text, before).value) != Kind::Separator;
    }
    [[nodiscard]] std::size_t pointBefore(std::size_t place) const
    {
        while (place > 0 && isContinuation(m_text[--place])) { }
        return place;
    }

    /// "+", "++" or "#"; a longer run is a line that somebody drew.
    std::string takeSigns()
    {
        std::string signs;
        std::size_t at = m_at;
        while (at < m_text.size()) {
            const Sign sign = signIn(codePointAt(m_text, at));
            if (sign.value != '+' && sign.value != '#')
                break;
            if (signs.size() == 2)
                return {};
            signs += sign.value;
            at += sign.bytes;
        }
        if (signs != "+" && signs != "++" && signs != "#")
            return {};
        m_at = at;
        return signs;
    }

    /// Between two words they merely separate: a+b, page#place.
    [[nodiscard]] bool areMeant(std::string_view signs) const
    {
        return signs == "++" || (!signs.empty() && kindOf(nextPoint().value) != Kind::Letter);
    }

    /// At each position the pair and its first character. The last character starts no pair and shares a position with
    /// the last pair, or "写一个2048" would have a position too many between 个 and 2048.
    void readUnparted()
    {
        Character first = readCharacter();
        if (!isUnpartedNext()) {
            give({textOf(first), first.begin, first.end});
            return;
        }
        while (m_goesOn && isUnpartedNext()) {
            Character second = readCharacter();
            givePair(first, second);
            giveBeside(first);
            if (!isUnpartedNext())
                giveBeside(second);
            first = std::move(second);
        }
    }

    /// A text that is already composed, as nearly all are, is not copied.
    struct Character
    {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::string composed; ///< empty = as it stands
    };

    Character readCharacter()
    {
        const std::size_t begin = m_at;
        const CodePoint point = codePointAt(m_text, m_at);
        m_at += point.bytes;
        bool isWhole = !isVariant(point.value);
        if (isLeadingPart(point.value) && isVowelPart(nextPoint().value))
            isWhole = takeNext();
        if ((!isWhole || isSyllable(point.value)) && isTrailingPart(nextPoint().value))
            isWhole = takeNext();
        if (isSoundMark(m_text.substr(m_at)) || isBurmeseVowel(point.value, nextPoint().value))
            isWhole = takeNext();
        if (isVariationSelector(nextPoint().value))
            isWhole = takeNext();
        const std::size_t end = m_at;
        skipUnseen();
        return {begin, end, isWhole ? std::string() : composed(m_text.substr(begin, end - begin))};
    }

    /// Finds where the run continues after them.
    void skipUnseen()
    {
        const std::size_t end = m_at;
        m_at = behindUnseen(m_at);
        if (!isUnpartedNext())
            m_at = end;
    }

    [[nodiscard]] CodePoint nextPoint() const { return m_at < m_text.size() ? codePointAt(m_text, m_at) : CodePoint(); }
    /// False if it is only part of a character, which is incomplete by itself.
    bool takeNext()
    {
        m_at += nextPoint().bytes;
        return false;
    }

    [[nodiscard]] std::string_view textOf(const Character& character) const
    {
        return character.composed.empty() ? m_text.substr(character.begin, character.end - character.begin)
                                          : std::string_view(character.composed);
    }

    [[nodiscard]] bool isUnpartedNext() const
    {
        return m_at < m_text.size() && kindOf(codePointAt(m_text, m_at).value) == Kind::Unparted;
    }

    void givePair(const Character& first, const Character& second)
    {
        const bool isOnePiece = first.end == second.begin;
        if (isOnePiece && first.composed.empty() && second.composed.empty())
            return give({m_text.substr(first.begin, second.end - first.begin), first.begin, second.end});
        const std::string pair = std::string(textOf(first)).append(textOf(second));
        give({pair, first.begin, second.end});
    }

    void giveBeside(const Character& character)
    {
        if (m_purpose == Purpose::Document)
            give({textOf(character), character.begin, character.end, true});
    }

    void give(const SearchToken& word) { m_goesOn = m_goesOn && m_take(word); }

    std::string_view m_text;
    Purpose m_purpose;
    const TakeWord& m_take;
    std::size_t m_at = 0;
    bool m_goesOn = true;
};

} // namespace

void splitIntoTokens(std::string_view text, Purpose purpose, const TakeWord& take)
{
    Reader(text, purpose, take).read();
}

} // namespace quarterdeck::storage::search
