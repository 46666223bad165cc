#include "model/conversation/speaker.h"

#include <QList>
#include <QString>

#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::conversation {

bool doesProgramSpeak(const ConversationState& state)
{
    const bool livesHere = state.kind() == SessionKind::Team || state.kind() == SessionKind::Demo;
    return livesHere && state.source().empty() && state.role(RoleName(programName)) == nullptr;
}

const RoleState* speakerOf(const ConversationState& state, const Message& message)
{
    return message.sentFrom.isEmpty() ? nullptr : state.roleWithAddress(message.sentFrom);
}

bool isFromUser(const Message& message) { return message.sentFrom.isEmpty(); }

std::string displayName(const ConversationState& state, const Message& message)
{
    if (!message.name.empty()) {
        return message.name;
    }
    if (const RoleState* speaker = speakerOf(state, message)) {
        return speaker->role.name.str();
    }
    return metadataAgent(message).value_or(message.sentFrom.str());
}

namespace {

/// Lower-case letters and digits that pass for a Latin letter in common fonts. Normalisation has already dealt with
/// accents, full width and mathematical letters. Sorted.
constexpr std::array<std::pair<char32_t, char32_t>, 115> confusables{{
    {U'0', U'o'},      {U'1', U'l'},      {U'3', U'e'},      {U'5', U's'},      {U'|', U'l'},      {U'\u00F8', U'o'},
    {U'\u0131', U'l'}, {U'\u0142', U'l'}, {U'\u0251', U'a'}, {U'\u0261', U'g'}, {U'\u0269', U'l'}, {U'\u026A', U'l'},
    {U'\u0280', U'r'}, {U'\u028F', U'y'}, {U'\u0299', U'b'}, {U'\u029C', U'h'}, {U'\u03B1', U'a'}, {U'\u03B2', U'b'},
    {U'\u03B3', U'y'}, {U'\u03B5', U'e'}, {U'\u03B7', U'n'}, {U'\u03B9', U'l'}, {U'\u03BA', U'k'}, {U'\u03BC', U'm'},
    {U'\u03BD', U'v'}, {U'\u03BF', U'o'}, {U'\u03C1', U'p'}, {U'\u03C3', U'o'}, {U'\u03C4', U't'}, {U'\u03C5', U'u'},
    {U'\u03C7', U'x'}, {U'\u03C9', U'w'}, {U'\u0430', U'a'}, {U'\u0432', U'b'}, {U'\u0435', U'e'}, {U'\u043A', U'k'},
    {U'\u043C', U'm'}, {U'\u043D', U'h'}, {U'\u043E', U'o'}, {U'\u0440', U'p'}, {U'\u0441', U'c'}, {U'\u0442', U't'},
    {U'\u0443', U'y'}, {U'\u0445', U'x'}, {U'\u0455', U's'}, {U'\u0456', U'l'}, {U'\u0458', U'j'}, {U'\u04AF', U'y'},
    {U'\u04BB', U'h'}, {U'\u04CF', U'l'}, {U'\u0501', U'd'}, {U'\u051B', U'q'}, {U'\u051D', U'w'}, {U'\u0570', U'h'},
    {U'\u0578', U'n'}, {U'\u057D', U'u'}, {U'\u0585', U'o'}, {U'\u13A0', U'd'}, {U'\u13A1', U'r'}, {U'\u13A2', U't'},
    {U'\u13A5', U'l'}, {U'\u13A9', U'y'}, {U'\u13AA', U'a'}, {U'\u13AB', U'j'}, {U'\u13AC', U'e'}, {U'\u13B3', U'w'},
    {U'\u13B7', U'm'}, {U'\u13BB', U'h'}, {U'\u13BD', U'y'}, {U'\u13C0', U'g'}, {U'\u13C2', U'h'}, {U'\u13C3', U'z'},
    {U'\u13CF', U'b'}, {U'\u13D2', U'r'}, {U'\u13D4', U'w'}, {U'\u13D5', U's'}, {U'\u13D9', U'v'}, {U'\u13DA', U's'},
    {U'\u13DE', U'l'}, {U'\u13DF', U'c'}, {U'\u13E2', U'p'}, {U'\u13E6', U'k'}, {U'\u13E7', U'd'}, {U'\u13F3', U'g'},
    {U'\u13F4', U'b'}, {U'\u1D0F', U'o'}, {U'\u1D18', U'p'}, {U'\u2C9F', U'o'}, {U'\uA4D0', U'b'}, {U'\uA4D1', U'p'},
    {U'\uA4D2', U'd'}, {U'\uA4D3', U'd'}, {U'\uA4D4', U't'}, {U'\uA4D6', U'g'}, {U'\uA4D7', U'k'}, {U'\uA4D9', U'j'},
    {U'\uA4DA', U'c'}, {U'\uA4DC', U'z'}, {U'\uA4DD', U'f'}, {U'\uA4DF', U'm'}, {U'\uA4E0', U'n'}, {U'\uA4E1', U'l'},
    {U'\uA4E2', U's'}, {U'\uA4E3', U'r'}, {U'\uA4E6', U'v'}, {U'\uA4E7', U'h'}, {U'\uA4EA', U'w'}, {U'\uA4EB', U'x'},
    {U'\uA4EC', U'y'}, {U'\uA4EE', U'a'}, {U'\uA4F0', U'e'}, {U'\uA4F2', U'l'}, {U'\uA4F3', U'o'}, {U'\uA4F4', U'u'},
    {U'\uA731', U's'},
}};
static_assert(std::is_sorted(confusables.begin(), confusables.end()));

/// Capitals that look like a different letter than their lower case does: the small upsilon is a "u", its capital a
/// "Y".
constexpr std::array<std::pair<char32_t, char32_t>, 37> capitals{{
    {U'\u0391', U'a'}, {U'\u0392', U'b'}, {U'\u0395', U'e'}, {U'\u0396', U'z'}, {U'\u0397', U'h'}, {U'\u0399', U'l'},
    {U'\u039A', U'k'}, {U'\u039C', U'm'}, {U'\u039D', U'n'}, {U'\u039F', U'o'}, {U'\u03A1', U'p'}, {U'\u03A4', U't'},
    {U'\u03A5', U'y'}, {U'\u03A7', U'x'}, {U'\u0405', U's'}, {U'\u0406', U'l'}, {U'\u0408', U'j'}, {U'\u0410', U'a'},
    {U'\u0412', U'b'}, {U'\u0415', U'e'}, {U'\u041A', U'k'}, {U'\u041C', U'm'}, {U'\u041D', U'h'}, {U'\u041E', U'o'},
    {U'\u0420', U'p'}, {U'\u0421', U'c'}, {U'\u0422', U't'}, {U'\u0423', U'y'}, {U'\u0425', U'x'}, {U'\u04AE', U'y'},
    {U'\u04BA', U'h'}, {U'\u04C0', U'l'}, {U'\u050C', U'g'}, {U'\u051A', U'q'}, {U'\u051C', U'w'}, {U'\u054D', U'u'},
    {U'\u0555', U'o'},
}};
static_assert(std::is_sorted(capitals.begin(), capitals.end()));

template <std::size_t Size>
char32_t foundIn(const std::array<std::pair<char32_t, char32_t>, Size>& letters, char32_t letter)
{
    const auto* const found = std::lower_bound(letters.begin(), letters.end(), std::pair(letter, U'\0'));
    return found != letters.end() && found->first == letter ? found->second : letter;
}

char32_t plainLetter(char32_t letter)
{
    // i, l and 1 are one stroke; the table folds what looks like any of them to l.
    if (letter == U'i')
        return U'l';
    return foundIn(confusables, letter);
}

/// Compatibility letters, without case. Capitals that look Latin are mapped before the others are lowered.
QList<uint> plainCase(const QString& text)
{
    QString latin;
    for (const char32_t letter : text.normalized(QString::NormalizationForm_KD).toUcs4())
        latin += QString::fromUcs4(std::array{foundIn(capitals, letter)}.data(), 1);
    return latin.toCaseFolded().toUcs4();
}

/// "rn" is an "m" to the eye, "vv" a "w".
QString joined(QString letters)
{
    return letters.replace(QLatin1StringView("rn"), QLatin1StringView("m"))
        .replace(QLatin1StringView("vv"), QLatin1StringView("w"));
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

std::string nameSkeleton(const std::string& name)
{
    QString skeleton;
    for (const char32_t letter : plainCase(QString::fromStdString(name))) {
        if (!isOverlooked(letter))
            skeleton += QString::fromUcs4(std::array{plainLetter(letter)}.data(), 1);
    }
    return joined(skeleton).toStdString();
}

std::string labelSkeleton(const std::string& label)
{
    QString skeleton;
    for (const char32_t letter : plainCase(QString::fromStdString(label).simplified()))
        skeleton += QString::fromUcs4(std::array{plainLetter(letter)}.data(), 1);
    return joined(skeleton).toStdString();
}

bool isLikeProgramName(const std::string& name)
{
    constexpr std::size_t longest = 200; // bytes: what is longer looks like no short name
    static const std::string ours = nameSkeleton(programName);
    return name.size() <= longest && nameSkeleton(name) == ours;
}

} // namespace quarterdeck::conversation
