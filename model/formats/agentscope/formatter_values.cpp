#include "model/formats/agentscope/formatter_run.h"
#include "model/formats/json/python_json.h"

#include <QChar>
#include <QList>
#include <QString>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace quarterdeck::formats::agentscope {

/// `repr(value)` as written by Python 3, with an object's members in alphabetical order, the only order a JSON value
/// has here.
[[nodiscard]] std::string pythonRepr(const nlohmann::json& value);

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

const json& item(const json& value, const char* key)
{
    if (!value.is_object()) {
        throw PythonError{"TypeError", {}};
    }
    const auto found = value.find(key);
    if (found == value.end()) {
        throw PythonError{"KeyError", "'" + std::string(key) + "'"};
    }
    return *found;
}

json get(const json& value, const char* key, const json& missing)
{
    if (!value.is_object()) {
        throw PythonError{"AttributeError", {}};
    }
    return value.value(key, missing);
}

std::string pythonText(const json& value)
{
    return python_json::isText(value) ? python_json::shown(value.get_ref<const std::string&>()) : pythonRepr(value);
}

const std::string& joined(const json& value)
{
    if (!python_json::isText(value)) {
        throw PythonError{"TypeError", {}};
    }
    return value.get_ref<const std::string&>();
}

std::vector<json> blocksOf(const FormatterMessage& message)
{
    const json& content = message.content.json();
    if (content.is_string()) {
        return {{{"type", "text"}, {"text", content}}};
    }
    return {content.begin(), content.end()};
}

namespace {

/// Where the media of a block can be found.
std::string mediaAddress(const json& block, FormatterRun& run)
{
    if (!block.contains("source")) {
        throw PythonError{"AssertionError", {}};
    }
    const json& source = block["source"];
    const json& kind = item(source, "type");
    if (kind != "url" && kind != "base64") {
        throw PythonError{"ValueError", {}};
    }
    return kind == "url" ? pythonText(item(source, "url")) : run.save(item(source, "media_type"), item(source, "data"));
}

json joinedTexts(const std::vector<json>& texts)
{
    if (texts.size() == 1) {
        return texts.front();
    }
    std::string lines;
    for (const json& text : texts) {
        lines += (lines.empty() ? "- " : "\n- ") + joined(text);
    }
    return lines;
}

} // namespace

ToolOutput toolOutput(const json& output, FormatterRun& run)
{
    if (python_json::isText(output)) {
        return {output, {}};
    }
    if (!output.is_array() && !output.is_object()) {
        throw PythonError{"TypeError", {}};
    }
    ToolOutput read;
    std::vector<json> texts;
    for (const json& block : output) {
        if (output.is_object() || !block.is_object() || !block.contains("type")) {
            throw PythonError{"AssertionError", {}};
        }
        const json& type = block["type"];
        if (type == "text") {
            texts.push_back(item(block, "text"));
            continue;
        }
        if (type != "image" && type != "audio" && type != "video") {
            throw PythonError{"ValueError",
                              "Unsupported block type: " + pythonText(type)
                                  + ", expected 'text', 'image', 'audio', or 'video'."};
        }
        const std::string address = mediaAddress(block, run);
        texts.push_back("The returned " + pythonText(type) + " can be found at: " + address);
        read.media.emplace_back(address, block);
    }
    read.text = joinedTexts(texts);
    return read;
}

} // namespace quarterdeck::formats::agentscope
