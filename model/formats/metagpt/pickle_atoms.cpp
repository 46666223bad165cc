#include "model/formats/metagpt/pickle_machine.h"

#include <QByteArray>
#include <QString>
#include <bit>
#include <charconv>

namespace quarterdeck::formats::pickle {

namespace {

constexpr std::size_t maxLargeIntegerBytes = 1024;

bool isDecimal(std::string_view text)
{
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    return !digits.empty() && digits.size() <= 2 * maxLargeIntegerBytes
        && digits.find_first_not_of("0123456789") == std::string_view::npos;
}

void appendCodePoint(std::string& to, char32_t code)
{
    const auto tail = [&](unsigned shift) { to += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
    if (code < 0x80) {
        to += static_cast<char>(code);
    } else if (code < 0x800) {
        to += static_cast<char>(0xC0U | (code >> 6U));
        tail(0);
    } else if (code < 0x10000) {
        to += static_cast<char>(0xE0U | (code >> 12U));
        tail(6);
        tail(0);
    } else {
        to += static_cast<char>(0xF0U | (code >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

/// The code at `at` of a text in Python's raw-unicode-escape (\uXXXX and \UXXXXXXXX, else Latin-1) and its length.
std::pair<char32_t, std::size_t> rawUnicodeAt(std::string_view text, std::size_t at)
{
    const std::size_t digits = text.substr(at, 2) == "\\u" ? 4 : text.substr(at, 2) == "\\U" ? 8 : 0;
    const std::string_view hex = digits == 0 ? std::string_view() : text.substr(at + 2, digits);
    std::uint32_t code = 0;
    if (hex.size() == digits && digits != 0
        && std::from_chars(hex.data(), hex.data() + hex.size(), code, 16).ptr == hex.data() + hex.size()
        && code <= 0x10FFFF) {
        return {code, digits + 2};
    }
    return {static_cast<std::uint8_t>(text[at]), 1};
}

std::string fromRawUnicode(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto [code, length] = rawUnicodeAt(text, at);
        appendCodePoint(result, code);
        at += length;
    }
    return result;
}

} // namespace

void Machine::pushLarge(std::string_view bytes)
{
    if (bytes.size() > maxLargeIntegerBytes) {
        refuse("a number that is too large");
        return;
    }
    if (bytes.size() > sizeof(std::int64_t)) {
        pushNew({Kind::LargeInteger, {}, 0, 0, bytes, {}});
        return;
    }
    std::uint64_t number = !bytes.empty() && static_cast<std::int8_t>(bytes.back()) < 0 ? ~std::uint64_t{0} : 0;
    for (std::size_t i = bytes.size(); i > 0; --i) {
        number = (number << 8U) | static_cast<std::uint8_t>(bytes[i - 1]);
    }
    pushInteger(static_cast<std::int64_t>(number));
}

void Machine::integerLine()
{
    const std::string_view line = m_bytes.line();
    if (line == "00" || line == "01") {
        line == "01" ? yes() : no();
        return;
    }
    std::int64_t number = 0;
    const char* end = line.data() + line.size();
    const auto parsed = std::from_chars(line.data(), end, number);
    if (parsed.ptr != end || line.empty()) {
        refuse("an invalid number");
    } else if (parsed.ec == std::errc::result_out_of_range) {
        pushNew({Kind::Decimal, {}, 0, 0, line, {}});
    } else {
        pushInteger(number);
    }
}

void Machine::longLine()
{
    std::string_view line = m_bytes.line();
    if (line.ends_with('L')) {
        line.remove_suffix(1);
    }
    if (!isDecimal(line)) {
        refuse("an invalid number");
        return;
    }
    pushNew({Kind::Decimal, {}, 0, 0, line, {}});
}

void Machine::realLine()
{
    const std::string_view line = m_bytes.line();
    bool isNumber = false;
    const double number = QByteArray(line.data(), static_cast<qsizetype>(line.size())).toDouble(&isNumber);
    if (!isNumber) {
        refuse("an invalid number");
        return;
    }
    pushNew({Kind::Real, {}, 0, number, {}, {}});
}

void Machine::real8()
{
    const std::string_view bytes = m_bytes.take(8);
    std::uint64_t bits = 0;
    for (const char byte : bytes) {
        bits = (bits << 8U) | static_cast<std::uint8_t>(byte);
    }
    pushNew({Kind::Real, {}, 0, std::bit_cast<double>(bits), {}, {}});
}

void Machine::stringLine()
{
    // Python 2's str: bytes, which no field of a message is, so the contents are skipped.
    const std::string_view line = m_bytes.line();
    const bool isQuoted =
        line.size() >= 2 && line.front() == line.back() && (line.front() == '\'' || line.front() == '"');
    if (!isQuoted) {
        refuse("a string without quotes");
        return;
    }
    pushBytes(line.substr(1, line.size() - 2));
}

void Machine::unicodeLine()
{
    m_texts.push_back(fromRawUnicode(m_bytes.line()));
    pushText(m_texts.back());
}

} // namespace quarterdeck::formats::pickle
