#include "model/formats/metagpt/pickle_json.h"

#include "model/formats/json/python_json.h"

#include <QUtf8StringView>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace quarterdeck::formats::pickle {

using nlohmann::json;

namespace {

constexpr int deepestPickle = 100;

/// Decimal digits of a number in two's complement, the lowest byte first.
std::string decimalOf(std::string_view bytes)
{
    std::string magnitude(bytes);
    const bool isNegative = static_cast<std::int8_t>(bytes.back()) < 0;
    unsigned carry = isNegative ? 1 : 0;
    for (char& byte : magnitude) {
        const unsigned value =
            (isNegative ? 0xFFU - static_cast<std::uint8_t>(byte) : static_cast<std::uint8_t>(byte)) + carry;
        byte = static_cast<char>(value & 0xFFU);
        carry = value >> 8U;
    }
    std::string digits;
    while (std::ranges::any_of(magnitude, [](char byte) { return byte != 0; })) {
        unsigned remainder = 0;
        for (auto byte = magnitude.rbegin(); byte != magnitude.rend(); ++byte) {
            const unsigned value = remainder * 256 + static_cast<std::uint8_t>(*byte);
            *byte = static_cast<char>(value / 10);
            remainder = value % 10;
        }
        digits += static_cast<char>('0' + remainder);
    }
    if (digits.empty()) {
        return "0";
    }
    std::ranges::reverse(digits);
    return (isNegative ? "-" : "") + digits;
}

std::optional<json> numberFrom(const std::string& digits) { return python_json::parse(digits); }

std::optional<json> realOf(double real)
{
    if (std::isfinite(real)) {
        return real;
    }
    return python_json::parse(std::isnan(real) ? "NaN" : real < 0 ? "-Infinity" : "Infinity");
}

/// Lone surrogates in Python's UTF-8 ("surrogatepass") become JSON escapes; the rest stays.
std::string withEscapedSurrogates(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
        if (byte(at) == 0xED && at + 2 < text.size() && byte(at + 1) >= 0xA0) {
            const unsigned code = 0xD000U | ((byte(at + 1) & 0x3FU) << 6U) | (byte(at + 2) & 0x3FU);
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", code);
            result += escape.data();
            at += 2;
        } else {
            result += text[at];
        }
    }
    return result;
}

} // namespace

std::optional<std::string> jsonText(std::string_view text)
{
    constexpr std::string_view mark = "\uFDD0"; // of python_json
    if (!text.starts_with(mark) && QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8()) {
        return std::string(text); // as nearly all are
    }
    // Escaped first, since a text may hold any character; one that begins like a marked text is marked itself.
    std::string token = "\"";
    for (const char one : text) {
        const bool isControl = static_cast<std::uint8_t>(one) < 0x20;
        std::array<char, 8> escape{};
        if (isControl || one == '"' || one == '\\') {
            std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(one));
            token += escape.data();
        } else {
            token += one;
        }
    }
    const auto value = python_json::parse(withEscapedSurrogates(token + '"'));
    return value && value->is_string() ? std::optional(value->get<std::string>()) : std::nullopt;
}

std::optional<json> JsonWriter::write(ValueId id, int depth)
{
    if (m_left == 0 || depth > deepestPickle) {
        return std::nullopt;
    }
    --m_left;
    const Value& value = m_machine.at(id);
    switch (value.kind) {
    case Kind::None:
        return json();
    case Kind::Boolean:
        return value.number != 0;
    case Kind::Integer:
        return value.number;
    case Kind::LargeInteger:
        return numberFrom(decimalOf(value.text));
    case Kind::Decimal:
        return numberFrom(std::string(value.text));
    case Kind::Real:
        return realOf(value.real);
    case Kind::Text: {
        const auto text = jsonText(value.text);
        return text ? std::optional<json>(*text) : std::nullopt;
    }
    case Kind::List:
    case Kind::Tuple:
        return writeList(value, depth);
    case Kind::Dictionary:
        return writeDictionary(value, depth);
    case Kind::Bytes:
    case Kind::Set:
    case Kind::Name:
    case Kind::ListType:
    case Kind::Object:
        break;
    }
    return std::nullopt;
}

std::optional<json> JsonWriter::writeList(const Value& value, int depth)
{
    json list = json::array();
    for (const ValueId item : value.items) {
        auto written = write(item, depth + 1);
        if (!written) {
            return std::nullopt;
        }
        list.push_back(std::move(*written));
    }
    return list;
}

std::optional<json> JsonWriter::writeDictionary(const Value& value, int depth)
{
    json object = json::object();
    for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) {
        const Value& key = m_machine.at(value.items[i]);
        const auto name = key.kind == Kind::Text ? jsonText(key.text)
            : key.kind == Kind::Integer          ? std::optional(std::to_string(key.number))
                                                 : std::nullopt;
        auto written = name ? write(value.items[i + 1], depth + 1) : std::nullopt;
        if (!written) {
            return std::nullopt;
        }
        object[*name] = std::move(*written);
    }
    return object;
}

} // namespace quarterdeck::formats::pickle
