#include "ui/wording/visible_text.h"

#include <QList>
#include <QStringList>

namespace quarterdeck::ui::wording {

namespace {

constexpr char32_t zeroWidthJoiner = 0x200D;

struct Named
{
    char32_t code;
    const char* name;
};

constexpr Named named[] = {
    {0x00AD, "SHY"},  {0x034F, "CGJ"},  {0x061C, "ALM"}, {0x115F, "HCF"}, {0x1160, "HJF"}, {0x180E, "MVS"},
    {0x200B, "ZWSP"}, {0x200C, "ZWNJ"}, {0x200D, "ZWJ"}, {0x200E, "LRM"}, {0x200F, "RLM"}, {0x2028, "LS"},
    {0x2029, "PS"},   {0x202A, "LRE"},  {0x202B, "RLE"}, {0x202C, "PDF"}, {0x202D, "LRO"}, {0x202E, "RLO"},
    {0x2060, "WJ"},   {0x2066, "LRI"},  {0x2067, "RLI"}, {0x2068, "FSI"}, {0x2069, "PDI"}, {0x3164, "HF"},
    {0xFEFF, "BOM"},  {0xFFA0, "HHF"},
};

QString nameOf(char32_t code)
{
    for (const Named& entry : named)
        if (entry.code == code)
            return QString::fromLatin1(entry.name);
    const bool isControl = (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0);
    const bool isFormat = (code >= 0x2061 && code <= 0x2065) || (code >= 0x206A && code <= 0x206F)
        || (code >= 0xFFF9 && code <= 0xFFFB) || (code >= 0xE0000 && code <= 0xE007F);
    if (isControl || isFormat)
        return QStringLiteral("U+%1").arg(static_cast<uint>(code), 4, 16, QLatin1Char('0')).toUpper();
    return {};
}

bool isEmojiPart(char32_t code)
{
    return code == 0xFE0F || (code >= 0x1F000 && code <= 0x1FAFF) || (code >= 0x2190 && code <= 0x2BFF);
}

/// Never half of a character.
QString beginningOf(const QString& text, qsizetype most)
{
    if (text.size() <= most)
        return text;
    return text.left(text.at(most - 1).isHighSurrogate() ? most - 1 : most) + QChar(0x2026);
}

} // namespace

QString visibleText(const QString& text, qsizetype most)
{
    const QList<uint> codes = beginningOf(text, most).toUcs4();
    QString result;
    result.reserve(codes.size());
    for (qsizetype i = 0; i < codes.size(); ++i) {
        const char32_t code = codes[i];
        const bool joinsEmoji = code == zeroWidthJoiner && i > 0 && i + 1 < codes.size() && isEmojiPart(codes[i - 1])
            && isEmojiPart(codes[i + 1]);
        const QString name = joinsEmoji ? QString() : nameOf(code);
        if (name.isEmpty())
            result.append(QString::fromUcs4(&code, 1));
        else
            result.append(u'[' + name + u']');
    }
    return result;
}

QString visibleText(const std::string& utf8) { return visibleText(QString::fromStdString(utf8)); }

} // namespace quarterdeck::ui::wording
