#include "model/formats/json/python_json.h"

#include "model/formats/json/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace quarterdeck::formats {

/// The numbers that Python's json writes and JSON lacks.
inline constexpr std::array<std::string_view, 3> nonFinite = {"-Infinity", "Infinity", "NaN"};

using nlohmann::json;

namespace python_tokens {

std::optional<unsigned> escapedUnit(std::string_view token, std::size_t at)
{
    if (at + 6 > token.size() || token.substr(at, 2) != "\\u") {
        return std::nullopt;
    }
    unsigned unit = 0;
    const char* end = token.data() + at + 6;
    return std::from_chars(token.data() + at + 2, end, unit, 16).ptr == end ? std::optional(unit) : std::nullopt;
}

bool isHigh(unsigned unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool isLow(unsigned unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

namespace {

/// `put` supplies what replaces the escape of a lone surrogate.
template <typename Put>
std::string withSurrogates(std::string_view token, Put put)
{
    std::string result;
    for (std::size_t at = 0; at < token.size();) {
        std::size_t length = token[at] == '\\' ? 2 : 1;
        bool isLone = false;
        if (const auto unit = escapedUnit(token, at)) {
            const auto next = isHigh(*unit) ? escapedUnit(token, at + 6) : std::nullopt;
            const bool isPair = next && isLow(*next);
            length = isPair ? 12 : 6;
            isLone = !isPair && (isHigh(*unit) || isLow(*unit));
        }
        if (isLone)
            result += put(token.substr(at, length));
        else
            result += token.substr(at, length);
        at += length;
    }
    return result;
}

} // namespace

std::string withoutLoneSurrogates(std::string_view token)
{
    return withSurrogates(token, [](std::string_view) { return std::string_view("\\ufffd"); });
}

std::string withShownSurrogates(std::string_view token)
{
    return withSurrogates(token, [](std::string_view escape) { return '\\' + std::string(escape); });
}

} // namespace python_tokens

namespace {

using namespace python_tokens;

/// No integer with fewer characters exceeds 64 bits.
constexpr std::size_t shortestLarge = 19;

bool isDigit(char one) { return one >= '0' && one <= '9'; }

bool isUnusualText(std::string_view token)
{
    const std::string_view inside = token.substr(1);
    const bool looksMarked = inside.starts_with(mark) || escapedUnit(inside, 0) == 0xFDD0U;
    const std::string whole = withoutLoneSurrogates(token);
    // A token that is not a Python string either is left to the parser.
    return (looksMarked || whole != token) && json::accept(whole);
}

/// json::accept refuses numbers with an exponent that overflow a double; Python reads them as infinity.
bool isOverflow(std::string_view token)
{
    const std::size_t exponent = token.find_first_of("eE");
    const std::string small = std::string(token.substr(0, exponent)) + "e0";
    return exponent != std::string_view::npos && json::accept(small) && isDigit(token.back())
        && token.substr(exponent + 2).find_first_not_of("0123456789") == std::string_view::npos;
}

/// json::accept refuses integers that overflow a double, too; Python reads them like any other.
bool isTooLong(std::string_view token)
{
    constexpr std::size_t begun = 100;
    return token.size() > begun && json::accept(token.substr(0, begun))
        && token.substr(1).find_first_not_of("0123456789") == std::string_view::npos;
}

bool isUnusualNumber(std::string_view token)
{
    if (std::ranges::find(nonFinite, token) != nonFinite.end()) {
        return true;
    }
    const bool isWhole = token.find_first_of(".eE") == std::string_view::npos;
    if (!json::accept(token)) {
        return isWhole ? isTooLong(token) : isOverflow(token);
    }
    return isWhole && json::parse(token).is_number_float();
}

bool isNumber(std::string_view token)
{
    return token.find_first_not_of("0123456789+-.eE") == std::string_view::npos && !token.empty()
        && (json::accept(token) || isOverflow(token) || isTooLong(token));
}

/// Bytes at which an unusual token may begin.
constexpr std::array<bool, 256> makeBeginnings()
{
    std::array<bool, 256> all{};
    for (const char one : std::string_view("0123456789-NI\"")) {
        all[static_cast<unsigned char>(one)] = true;
    }
    return all;
}

constexpr std::array<bool, 256> beginnings = makeBeginnings();

bool beginsToken(char one) { return beginnings[static_cast<unsigned char>(one)]; }

bool isInWord(char one)
{
    return isDigit(one) || one == '+' || one == '-' || one == '.' || (one >= 'a' && one <= 'z')
        || (one >= 'A' && one <= 'Z');
}

} // namespace

bool python_tokens::isToken(std::string_view token)
{
    const bool isText = token.size() > 1 && token.starts_with('"') && token.ends_with('"');
    return isText ? json::accept(withoutLoneSurrogates(token))
                  : std::ranges::find(nonFinite, token) != nonFinite.end() || isNumber(token);
}

void PythonFilter::scanText(std::string_view text, std::size_t from, Scan& scan)
{
    scan.at = std::max(scan.at, from + 1);
    for (;;) {
        while (scan.at < text.size() && text[scan.at] != '"' && text[scan.at] != '\\' && text[scan.at] != '\n') {
            ++scan.at;
        }
        if (scan.at == text.size()) {
            return;
        }
        if (text[scan.at] != '\\') {
            break;
        }
        if (scan.at + 2 >= text.size()) {
            return; // the escape may go on
        }
        const char first = text[scan.at + 1] == 'u' ? text[scan.at + 2] : '\0';
        scan.isUnusual |= first == 'd' || first == 'D' || (scan.at == from + 1 && (first == 'f' || first == 'F'));
        scan.at += 2;
    }
    scan.isWhole = true; // a line break ends what is no text
    scan.isUnusual |= text.substr(from + 1).starts_with(mark);
    scan.at += text[scan.at] == '"' ? 1U : 0U;
}

void PythonFilter::scanWord(std::string_view text, std::size_t from, Scan& scan)
{
    scan.at = std::max(scan.at, from);
    while (scan.at < text.size() && isInWord(text[scan.at])) {
        const char one = text[scan.at];
        scan.isUnusual |= one == 'e' || one == 'E' || one == 'I' || one == 'N';
        ++scan.at;
    }
    scan.isWhole = scan.at < text.size();
    scan.isUnusual |= scan.at - from >= shortestLarge;
}

void PythonFilter::scan(std::string_view text, std::size_t from, Scan& scan)
{
    text[from] == '"' ? scanText(text, from, scan) : scanWord(text, from, scan);
}

bool PythonFilter::isUnusual(std::string_view token, const Scan& scan)
{
    return scan.isUnusual && (token.starts_with('"') ? isUnusualText(token) : isUnusualNumber(token));
}

void PythonFilter::addMarked(std::string_view token)
{
    m_made += plainTextOfJson(std::string(mark) + std::string(token));
}

std::string_view PythonFilter::next(std::string_view piece)
{
    m_made.clear();
    if (!m_token.empty()) {
        const std::size_t before = m_token.size();
        m_token += piece;
        scan(m_token, 0, m_scan);
        if (!m_scan.isWhole) {
            return {};
        }
        const std::string_view token = std::string_view(m_token).substr(0, m_scan.at);
        isUnusual(token, m_scan) ? addMarked(token) : static_cast<void>(m_made += token);
        piece.remove_prefix(m_scan.at - before);
        m_token.clear();
    }
    std::size_t copied = 0;
    for (std::size_t at = 0; at < piece.size();) {
        if (!beginsToken(piece[at])) {
            ++at;
            continue;
        }
        Scan found;
        scan(piece, at, found);
        if (!found.isWhole) {
            m_token = piece.substr(at);
            m_scan = {found.at - at, false, found.isUnusual};
            piece = piece.substr(0, at);
            break;
        }
        if (const std::string_view token = piece.substr(at, found.at - at); isUnusual(token, found)) {
            m_made += piece.substr(copied, at - copied);
            addMarked(token);
            copied = found.at;
        }
        at = found.at;
    }
    if (m_made.empty()) {
        return piece;
    }
    m_made += piece.substr(copied);
    return m_made;
}

std::string_view PythonFilter::rest()
{
    m_made.clear();
    isUnusual(m_token, m_scan) ? addMarked(m_token) : static_cast<void>(m_made += m_token);
    m_token.clear();
    return m_made;
}

} // namespace quarterdeck::formats

namespace quarterdeck::formats::python_json {

using nlohmann::json;

namespace {

using python_tokens::mark;

/// What separates the parts of a written value.
struct Style
{
    std::string_view comma;
    std::string_view colon;
    int indent = 0; ///< spaces a level; 0 = all on one line
};

/// Somebody else's text may begin like one.
bool isMarkedText(const std::string& text)
{
    return text.starts_with(mark) && python_tokens::isToken(std::string_view(text).substr(mark.size()));
}

/// Writes values as they are, and marked texts as their tokens.
class Writer
{
public:
    explicit Writer(const Style& style) : m_style(style) { }

    std::string write(const json& value)
    {
        put(value);
        return std::move(m_text);
    }

private:
    void put(const json& value)
    {
        if (value.is_string()) {
            const auto& text = value.get_ref<const std::string&>();
            m_text += isMarkedText(text) ? text.substr(mark.size()) : plainTextOfJson(value);
        } else if (value.is_array()) {
            open('[');
            for (const json& element : value) {
                separate();
                put(element);
            }
            close(']');
        } else if (value.is_object()) {
            open('{');
            for (const auto& [key, member] : value.items()) {
                separate();
                put(key);
                m_text += m_style.colon;
                put(member);
            }
            close('}');
        } else {
            m_text += plainTextOfJson(value);
        }
    }
    void open(char bracket)
    {
        m_text += bracket;
        m_isFirst = true;
        ++m_depth;
    }
    void separate()
    {
        m_text += m_isFirst ? std::string_view() : m_style.comma;
        m_isFirst = false;
        breakLine();
    }
    void close(char bracket)
    {
        --m_depth;
        if (!m_isFirst) {
            breakLine();
        }
        m_isFirst = false;
        m_text += bracket;
    }
    void breakLine()
    {
        if (m_style.indent > 0) {
            m_text += '\n' + std::string(static_cast<std::size_t>(m_style.indent) * m_depth, ' ');
        }
    }

    Style m_style;
    std::string m_text;
    std::size_t m_depth = 0;
    bool m_isFirst = false;
};

} // namespace

std::optional<json> parse(std::string_view text, const ReadLimits& limits)
{
    if (text.starts_with("\xEF\xBB\xBF")) {
        return std::nullopt; // as Python does; files lose theirs when they are opened
    }
    PythonFilter filter;
    std::string rewritten(filter.next(text));
    rewritten += filter.rest();
    return parseText(rewritten, limits);
}

std::string text(const json& value) { return Writer({", ", ": "}).write(value); }

std::string compactText(const json& value)
{
    std::string text = plainTextOfJson(value);
    // Hardly any value contains a mark.
    return text.find(mark) == std::string::npos ? text : Writer({",", ":"}).write(value);
}

std::string indentedText(const json& value)
{
    std::string text = value.dump(2, ' ', false, json::error_handler_t::replace);
    return text.find(mark) == std::string::npos ? text : Writer({",", ": ", 2}).write(value);
}

bool isMarked(const json& value) { return value.is_string() && isMarkedText(value.get_ref<const std::string&>()); }

bool isText(const json& value)
{
    return value.is_string() && (!isMarked(value) || value.get_ref<const std::string&>()[mark.size()] == '"');
}

bool hasNonFinite(const json& value)
{
    if (isMarked(value)) {
        const std::string token = value.get<std::string>().substr(mark.size());
        return std::ranges::find(nonFinite, token) != nonFinite.end();
    }
    return value.is_structured() && std::ranges::any_of(value, hasNonFinite);
}

bool hasMarks(const json& value)
{
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            if (isMarkedText(key) || hasMarks(member)) {
                return true;
            }
        }
        return false;
    }
    return isMarked(value) || (value.is_array() && std::ranges::any_of(value, hasMarks));
}

std::optional<std::string> shownText(const json& value)
{
    if (const auto* text = value.get_ptr<const std::string*>(); text && !text->starts_with(mark)) {
        return *text; // as hardly any is not
    }
    return isText(value) ? std::optional(shown(value.get_ref<const std::string&>())) : std::nullopt;
}

namespace {

std::string readBy(std::string (*plain)(std::string_view token), const std::string& text)
{
    if (!isMarkedText(text)) {
        return text;
    }
    const std::string token = text.substr(mark.size());
    if (!token.starts_with('"')) {
        return token;
    }
    const auto parsed = parseText(plain(token));
    return parsed && parsed->is_string() ? parsed->get<std::string>() : token;
}

} // namespace

std::string shown(const std::string& text) { return readBy(&python_tokens::withoutLoneSurrogates, text); }

std::string escaped(const std::string& text) { return readBy(&python_tokens::withShownSurrogates, text); }

} // namespace quarterdeck::formats::python_json
