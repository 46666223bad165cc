#include "transcript/lookalike.h"

#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::ui::transcript {

namespace {

/// Lower-case letters and digits that pass for a Latin letter in common fonts. Normalisation has already dealt with
/// accents, full width and mathematical letters. Sorted.
constexpr std::array<std::pair<char32_t, char32_t>, 62> confusables{{
    {U'0', U'o'},      {U'1', U'l'},      {U'3', U'e'},      {U'5', U's'},      {U'|', U'l'},      {U'\u00F8', U'o'},
    {U'\u0131', U'l'}, {U'\u0142', U'l'}, {U'\u0251', U'a'}, {U'\u0261', U'g'}, {U'\u0269', U'l'}, {U'\u026A', U'l'},
    {U'\u0280', U'r'}, {U'\u028F', U'y'}, {U'\u0299', U'b'}, {U'\u029C', U'h'}, {U'\u03B1', U'a'}, {U'\u03B2', U'b'},
    {U'\u03B3', U'y'}, {U'\u03B5', U'e'}, {U'\u03B7', U'n'}, {U'\u03B9', U'l'}, {U'\u03BA', U'k'}, {U'\u03BC', U'm'},
    {U'\u03BD', U'v'}, {U'\u03BF', U'o'}, {U'\u03C1', U'p'}, {U'\u03C3', U'o'}, {U'\u03C4', U't'}, {U'\u03C5', U'u'},
    {U'\u03C7', U'x'}, {U'\u03C9', U'w'}, {U'\u0430', U'a'}, {U'\u0432', U'b'}, {U'\u0435', U'e'}, {U'\u043A', U'k'},
    {U'\u043C', U'm'}, {U'\u043D', U'h'}, {U'\u043E', U'o'}, {U'\u0440', U'p'}, {U'\u0441', U'c'}, {U'\u0442', U't'},
    {U'\u0443', U'y'}, {U'\u0445', U'x'}, {U'\u0455', U's'}, {U'\u0456', U'l'}, {U'\u0458', U'j'}, {U'\u04AF', U'y'},
    {U'\u04BB', U'h'}, {U'\u04CF', U'l'}, {U'\u0501', U'd'}, {U'\u051B', U'q'}, {U'\u051D', U'w'}, {U'\u0570', U'h'},
    {U'\u0578', U'n'}, {U'\u057D', U'u'}, {U'\u0585', U'o'}, {U'\u13A5', U'l'}, {U'\u1D0F', U'o'}, {U'\u1D18', U'p'},
    {U'\u2C9F', U'o'}, {U'\uA731', U's'},
}};
static_assert(std::is_sorted(confusables.begin(), confusables.end()));

char32_t plainLetter(char32_t letter)
{
    // i, l and 1 are one stroke; the table folds what looks like any of them to l.
    if (letter == U'i')
        return U'l';
    const auto* const found = std::lower_bound(confusables.begin(), confusables.end(), std::pair(letter, U'\0'));
    return found != confusables.end() && found->first == letter ? found->second : letter;
}

bool isOverlooked(char32_t letter)
{
    switch (QChar::category(letter)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
    case QChar::Other_Format:
    case QChar::Other_Control:
    case QChar::Separator_Space:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
    case QChar::Punctuation_Connector:
    case QChar::Punctuation_Dash:
    case QChar::Punctuation_Other:
    case QChar::Punctuation_InitialQuote:
    case QChar::Punctuation_FinalQuote:
        return true;
    default:
        // Letters that are drawn as nothing: Hangul fillers, the Braille blank.
        return letter == 0x115F || letter == 0x1160 || letter == 0x3164 || letter == 0xFFA0 || letter == 0x2800;
    }
}

} // namespace

QString nameSkeleton(const QString& name)
{
    // Folded before and after: some capitals of other alphabets have no small letter that looks alike, some do.
    const QString folded = name.normalized(QString::NormalizationForm_KD).toCaseFolded();
    QString skeleton;
    for (const char32_t letter : folded.toUcs4()) {
        if (!isOverlooked(letter))
            skeleton += QString::fromUcs4(std::array{plainLetter(letter)}.data(), 1);
    }
    // "rn" is an "m" to the eye, "vv" a "w".
    return skeleton.replace(QLatin1StringView("rn"), QLatin1StringView("m"))
        .replace(QLatin1StringView("vv"), QLatin1StringView("w"));
}

QString lookalikeOf(const QString& name, const QStringList& names)
{
    const QString skeleton = nameSkeleton(name);
    if (skeleton.isEmpty())
        return {};
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const QString& one) { return nameSkeleton(one) == skeleton; });
    return found == names.end() ? QString() : *found;
}

} // namespace quarterdeck::ui::transcript
