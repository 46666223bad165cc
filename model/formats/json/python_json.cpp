#include "formats/python_json.h"

#include "json/json_text.h"
#include "json/parse_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats::python_json {

using nlohmann::json;

namespace {

constexpr std::string_view mark = "\uFDD0";
constexpr std::array<std::string_view, 3> nonFinite = {"-Infinity", "Infinity", "NaN"};

bool isDigit(char one) { return one >= '0' && one <= '9'; }

std::optional<unsigned> escapedUnit(std::string_view token, std::size_t at)
{
    if (token.substr(at, 2) != "\\u" || at + 6 > token.size()) {
        return std::nullopt;
    }
    unsigned unit = 0;
    const char* end = token.data() + at + 6;
    return std::from_chars(token.data() + at + 2, end, unit, 16).ptr == end ? std::optional(unit) : std::nullopt;
}

bool isHigh(unsigned unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool isLow(unsigned unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

/// The token of a string with U+FFFD for its lone surrogates; the same token when it has none.
std::string withoutLoneSurrogates(std::string_view token)
{
    std::string result;
    for (std::size_t at = 0; at < token.size();) {
        std::size_t length = token[at] == '\\' ? 2 : 1;
        std::string_view replacement;
        if (const auto unit = escapedUnit(token, at)) {
            const auto next = isHigh(*unit) ? escapedUnit(token, at + 6) : std::nullopt;
            const bool isPair = next && isLow(*next);
            length = isPair ? 12 : 6;
            replacement = !isPair && (isHigh(*unit) || isLow(*unit)) ? "\\ufffd" : "";
        }
        result += replacement.empty() ? token.substr(at, length) : replacement;
        at += length;
    }
    return result;
}

/// Copies a Python text with a marked string for each token that JSON does not have.
class Rewriter
{
public:
    explicit Rewriter(std::string_view source) : m_source(source) { m_result.reserve(source.size()); }

    std::string rewrite()
    {
        while (m_at < m_source.size()) {
            const char one = m_source[m_at];
            if (one == '"') {
                takeString();
            } else if (isDigit(one) || one == '-' || one == 'N' || one == 'I') {
                takeNumber();
            } else {
                copy(1);
            }
        }
        return std::move(m_result);
    }

private:
    void copy(std::size_t length)
    {
        m_result += m_source.substr(m_at, length);
        m_at += length;
    }
    void markNext(std::size_t length)
    {
        m_result += textOfJson(std::string(mark) + std::string(m_source.substr(m_at, length)));
        m_at += length;
    }
    void takeString()
    {
        std::size_t end = m_at + 1;
        while (end < m_source.size() && m_source[end] != '"') {
            end += m_source[end] == '\\' ? 2U : 1U;
        }
        const std::size_t length = std::min(end + 1, m_source.size()) - m_at;
        const std::string_view token = m_source.substr(m_at, length);
        const std::string_view inside = token.substr(1);
        const bool looksMarked = inside.starts_with(mark) || escapedUnit(inside, 0) == 0xFDD0U;
        // A token that is no string of Python's either is left to the parser.
        if ((looksMarked || withoutLoneSurrogates(token) != token) && json::accept(withoutLoneSurrogates(token))) {
            markNext(length);
        } else {
            copy(length);
        }
    }
    void takeNumber()
    {
        const std::string_view rest = m_source.substr(m_at);
        for (const std::string_view word : nonFinite) {
            if (rest.starts_with(word)) {
                markNext(word.size());
                return;
            }
        }
        const std::size_t end = rest.find_first_not_of("0123456789+-.eE");
        const std::string_view token = rest.substr(0, end);
        const bool isWhole = token.find_first_of(".eE") == std::string_view::npos;
        if (token.empty() || !json::accept(token)) {
            const bool isTooLarge = !token.empty() && !isWhole && isOverflow(token);
            isTooLarge ? markNext(token.size()) : copy(std::max<std::size_t>(1, token.size()));
        } else if (isWhole && json::parse(token).is_number_float()) {
            markNext(token.size());
        } else {
            copy(token.size());
        }
    }
    /// Of numbers with an exponent json::accept refuses what overflows a double; Python reads that as infinite.
    static bool isOverflow(std::string_view token)
    {
        const std::size_t exponent = token.find_first_of("eE");
        const std::string small = std::string(token.substr(0, exponent)) + "e0";
        const char last = token.back();
        return exponent != std::string_view::npos && json::accept(small) && isDigit(last)
            && token.substr(exponent + 2).find_first_not_of("0123456789") == std::string_view::npos;
    }

    std::string_view m_source;
    std::string m_result;
    std::size_t m_at = 0;
};

bool isMarkedText(const std::string& text) { return text.starts_with(mark); }

void write(const json& value, std::string& to)
{
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        to += isMarkedText(text) ? text.substr(mark.size()) : textOfJson(value);
    } else if (value.is_array()) {
        to += '[';
        for (std::size_t i = 0; i < value.size(); ++i) {
            to += i == 0 ? "" : ", ";
            write(value[i], to);
        }
        to += ']';
    } else if (value.is_object()) {
        to += '{';
        bool isFirst = true;
        for (const auto& [key, member] : value.items()) {
            to += isFirst ? "" : ", ";
            isFirst = false;
            write(key, to);
            to += ": ";
            write(member, to);
        }
        to += '}';
    } else {
        to += textOfJson(value);
    }
}

} // namespace

std::optional<json> parse(std::string_view text, const ReadLimits& limits)
{
    if (text.starts_with("\xEF\xBB\xBF")) {
        return std::nullopt; // as Python does; files lose theirs when they are opened
    }
    return parseText(Rewriter(text).rewrite(), limits);
}

std::string text(const json& value)
{
    std::string written;
    write(value, written);
    return written;
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

std::string shown(const std::string& text)
{
    if (!isMarkedText(text)) {
        return text;
    }
    const std::string token = text.substr(mark.size());
    if (!token.starts_with('"')) {
        return token;
    }
    const auto parsed = parseText(withoutLoneSurrogates(token));
    return parsed && parsed->is_string() ? parsed->get<std::string>() : token;
}

} // namespace quarterdeck::formats::python_json
