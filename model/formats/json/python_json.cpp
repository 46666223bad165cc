#include "model/formats/json/python_json.h"

#include "model/formats/json/json_text.h"
#include "model/formats/json/non_finite.h"
#include "model/formats/json/parse_text.h"
#include "model/formats/json/python_filter.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

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
