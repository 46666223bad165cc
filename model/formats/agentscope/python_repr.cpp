#include "model/formats/agentscope/python_repr.h"

#include "model/formats/json/python_json.h"

#include <QChar>
#include <QList>
#include <QString>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats::agentscope {

using nlohmann::json;

namespace {

/// `str.isprintable`: what Python writes as it is. Halves of pairs are not.
bool isPrintable(char32_t one)
{
    switch (QChar::category(one)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return false;
    case QChar::Separator_Space:
        return one == U' ';
    default:
        return true;
    }
}

std::string escape(char32_t one)
{
    switch (one) {
    case U'\n':
        return "\\n";
    case U'\r':
        return "\\r";
    case U'\t':
        return "\\t";
    default:
        break;
    }
    const auto [letter, digits] = one < 0x100 ? std::pair('x', 2)
        : one < 0x10000                       ? std::pair('u', 4)
                                              : std::pair('U', 8);
    return std::string{'\\', letter}
    + QString::number(static_cast<uint>(one), 16).rightJustified(digits, u'0').toStdString();
}

/// In single quotes, unless it has such and no double ones.
std::string textRepr(const QString& text)
{
    const char32_t quote = text.contains(u'\'') && !text.contains(u'"') ? U'"' : U'\'';
    std::string written(1, static_cast<char>(quote));
    for (const char32_t one : text.toUcs4()) {
        if (one == quote || one == U'\\') {
            written += std::string{'\\', static_cast<char>(one)};
        } else {
            written += isPrintable(one) ? QString::fromUcs4(&one, 1).toStdString() : escape(one);
        }
    }
    return written + static_cast<char>(quote);
}

/// The shortest digits that give the number again; with an exponent where Python begins to write one.
std::string realRepr(double real)
{
    if (!std::isfinite(real)) {
        return std::isnan(real) ? "nan" : real < 0 ? "-inf" : "inf";
    }
    constexpr double firstWithExponent = 1e16;
    constexpr double lastWithExponent = 1e-4;
    const double size = std::abs(real);
    const bool hasExponent = size != 0 && (size >= firstWithExponent || size < lastWithExponent);
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), real,
                                   hasExponent ? std::chars_format::scientific : std::chars_format::fixed)
                         .ptr;
    const std::string written(text.data(), end);
    return written.find_first_of(".e") == std::string::npos ? written + ".0" : written;
}

/// A number that JSON does not hold, by its token.
std::string markedRepr(const std::string& token)
{
    if (token == "NaN") {
        return "nan";
    }
    if (token.ends_with("Infinity") || token.find_first_of("eE") != std::string::npos) { // one beyond all doubles
        return token.starts_with('-') ? "-inf" : "inf";
    }
    return token;
}

std::string structureRepr(const json& value)
{
    std::string written(1, value.is_object() ? '{' : '[');
    for (const auto& [key, member] : value.items()) {
        written += written.size() > 1 ? ", " : "";
        written += value.is_object() ? pythonRepr(key) + ": " : "";
        written += pythonRepr(member);
    }
    return written + (value.is_object() ? '}' : ']');
}

} // namespace

std::string pythonRepr(const json& value)
{
    if (value.is_null()) {
        return "None";
    }
    if (value.is_boolean()) {
        return value.get<bool>() ? "True" : "False";
    }
    if (value.is_number_float()) {
        return realRepr(value.get<double>());
    }
    if (value.is_structured()) {
        return structureRepr(value);
    }
    if (!value.is_string()) {
        return value.dump(); // a whole number
    }
    const std::string shown = python_json::shown(value.get_ref<const std::string&>());
    return python_json::isText(value) ? textRepr(QString::fromStdString(shown)) : markedRepr(shown);
}

} // namespace quarterdeck::formats::agentscope
