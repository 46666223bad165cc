#include "model/gateway/json_fault.h"

#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway {

namespace {

using nlohmann::json;

/// Follows a text as JSON without keeping any of it.
class Follower final : public nlohmann::json_sax<json>
{
public:
    explicit Follower(int maxDepth) : m_maxDepth(maxDepth) { }

    [[nodiscard]] bool isTooDeep() const { return m_isTooDeep; }
    /// The number of bytes read; the last one is wrong.
    [[nodiscard]] std::size_t read() const { return m_read; }

    bool null() override { return true; }
    bool boolean(bool /*value*/) override { return true; }
    bool number_integer(number_integer_t /*value*/) override { return true; }
    bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
    bool string(string_t& /*value*/) override { return true; }
    bool binary(binary_t& /*value*/) override { return true; }
    bool start_object(std::size_t /*elements*/) override { return begin(); }
    bool key(string_t& /*value*/) override { return true; }
    bool end_object() override { return end(); }
    bool start_array(std::size_t /*elements*/) override { return begin(); }
    bool end_array() override { return end(); }
    bool parse_error(std::size_t position, const std::string& /*token*/, const json::exception& /*why*/) override
    {
        m_read = position;
        return false;
    }

private:
    bool begin()
    {
        m_isTooDeep = ++m_depth > m_maxDepth;
        return !m_isTooDeep;
    }
    bool end()
    {
        --m_depth;
        return true;
    }

    int m_maxDepth;
    int m_depth = 0;
    bool m_isTooDeep = false;
    std::size_t m_read = 0;
};

void fill(std::string& text, std::size_t at, std::size_t length, char by)
{
    std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(at), length, by);
}

/// Turns the escape of half a character into that of a whole one. Returns its length.
std::size_t passEscape(std::string& text, std::size_t at)
{
    const bool isHalf = text.size() > at + 2 && text[at + 1] == 'u' && (text[at + 2] == 'd' || text[at + 2] == 'D');
    if (isHalf)
        text[at + 2] = '0';
    return 2;
}

/// Of the same length, with valid JSON in place of what only Python accepts: NaN, Infinity, half characters.
std::string asPlainJson(std::string_view body, JsonBy by)
{
    std::string text(body);
    bool isInText = false;
    for (std::size_t at = 0; at < text.size();) {
        if (isInText && text[at] == '\\') {
            at += passEscape(text, at);
            continue;
        }
        if (text[at] == '"')
            isInText = !isInText;
        for (const std::string_view word : {std::string_view("NaN"), std::string_view("Infinity")})
            if (by == JsonBy::Python && !isInText && text.compare(at, word.size(), word) == 0)
                fill(text, at, word.size(), '1');
        ++at;
    }
    return text;
}

/// Counted from 1, in characters.
std::pair<qsizetype, qsizetype> placeOf(std::string_view body, std::size_t read)
{
    const std::string_view before = body.substr(0, std::clamp<std::size_t>(read, 1, body.size() + 1) - 1);
    const auto lastLine = before.substr(before.find_last_of('\n') + 1);
    const auto begun =
        std::ranges::count_if(lastLine, [](char one) { return (static_cast<unsigned char>(one) & 0xC0U) != 0x80U; });
    return {std::ranges::count(before, '\n') + 1, begun + 1};
}

} // namespace

std::string jsonFaultIn(std::string_view body, JsonBy by, int maxDepth)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF"; // which JSON does not have, and nlohmann skips
    const bool isMarked = body.starts_with(byteOrderMark);
    Follower follower(maxDepth);
    const std::string text = asPlainJson(body, by);
    if (!isMarked && json::sax_parse(text.begin(), text.end(), &follower))
        return QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not JSON, or contains more than can be read.");
    if (follower.isTooDeep())
        return QString::fromLatin1(
                   QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is nested too deeply: more than %1 levels."))
            .arg(maxDepth)
            .toStdString();
    const auto [line, column] = placeOf(body, isMarked ? 1 : follower.read());
    return QString::fromLatin1(
               QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not valid JSON: line %1, column %2."))
        .arg(line)
        .arg(column)
        .toStdString();
}

} // namespace quarterdeck::gateway
