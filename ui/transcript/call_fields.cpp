#include "ui/transcript/call_fields.h"

#include <QJsonDocument>

#include <algorithm>
#include <cmath>

namespace quarterdeck::ui::transcript {

namespace check {

std::optional<std::int64_t> wholeNumber(const QJsonValue& value, std::int64_t least, std::int64_t most)
{
    constexpr double mostExact = 9007199254740992.0;
    const double number = value.toDouble();
    if (!value.isDouble() || !(std::abs(number) <= mostExact) || std::floor(number) != number)
        return std::nullopt;
    const auto whole = static_cast<std::int64_t>(number);
    return whole >= least && whole <= most ? std::optional(whole) : std::nullopt;
}

std::optional<int> Step::operator()(const QJsonValue& value) const
{
    const auto step = WholeNumber<int>{-1, 1}(value);
    return step != 0 ? step : std::nullopt;
}

std::optional<double> Number::operator()(const QJsonValue& value) const
{
    const double number = value.toDouble();
    return value.isDouble() && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

std::optional<bool> Flag::operator()(const QJsonValue& value) const
{
    return value.isBool() ? std::optional(value.toBool()) : std::nullopt;
}

std::optional<QString> Text::operator()(const QJsonValue& value) const
{
    const QString text = value.toString();
    return value.isString() && text.size() >= least && text.size() <= most ? std::optional(text) : std::nullopt;
}

std::optional<QString> CutText::operator()(const QJsonValue& value) const
{
    return value.isString() ? std::optional(value.toString().left(most)) : std::nullopt;
}

std::optional<QString> Key::operator()(const QJsonValue& value) const
{
    constexpr qsizetype length = 64;
    const auto key = Text{length, length}(value);
    const auto isDigit = [](QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f'); };
    return key && std::all_of(key->begin(), key->end(), isDigit) ? key : std::nullopt;
}

std::optional<QByteArray> Base64::operator()(const QJsonValue& value) const
{
    const auto text = Text{1, most}(value);
    if (!text)
        return std::nullopt;
    const auto bytes = QByteArray::fromBase64Encoding(text->toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    return bytes ? std::optional(*bytes) : std::nullopt;
}

} // namespace check

CallFields::CallFields(const QString& json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json.toUtf8());
    m_areGood = document.isObject();
    m_fields = document.object();
}

} // namespace quarterdeck::ui::transcript
