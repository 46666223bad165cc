#include "model/gateway/studio/body_outline.h"

#include "model/formats/json/python_json.h"

#include <QUtf8StringView>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quarterdeck::gateway {

using nlohmann::json;
namespace python_json = formats::python_json;

namespace {

constexpr std::array<std::string_view, 11> keptNames = {
    R"("runId")",     R"("id")",   R"("name")",      R"("project")", R"("replyId")",  R"("replyName")",
    R"("replyRole")", R"("role")", R"("requestId")", R"("agentId")", R"("agentName")"};
constexpr std::size_t longestKept = 10'000;

bool isDigit(char one) { return one >= '0' && one <= '9'; }
bool isHexDigit(char one) { return isDigit(one) || (one >= 'a' && one <= 'f') || (one >= 'A' && one <= 'F'); }

/// Of any length.
bool isNumber(std::string_view token)
{
    const auto takeDigits = [&token] {
        const std::size_t count = std::min(token.find_first_not_of("0123456789"), token.size());
        token.remove_prefix(count);
        return count;
    };
    if (token.starts_with('-'))
        token.remove_prefix(1);
    const bool isZero = token.starts_with('0');
    if (const std::size_t whole = takeDigits(); whole == 0 || (isZero && whole > 1))
        return false;
    if (token.starts_with('.')) {
        token.remove_prefix(1);
        if (takeDigits() == 0)
            return false;
    }
    if (token.starts_with('e') || token.starts_with('E')) {
        token.remove_prefix(token.substr(1, 1).find_first_of("+-") == 0 ? 2 : 1);
        if (takeDigits() == 0)
            return false;
    }
    return token.empty();
}

bool isWord(std::string_view token)
{
    static constexpr std::array<std::string_view, 6> words = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};
    return std::ranges::find(words, token) != words.end() || isNumber(token);
}

/// Scans a text once, without recursion.
class Outline
{
public:
    explicit Outline(std::string_view text) : m_rest(text) { }

    std::optional<json> read()
    {
        while (m_expected != Expected::End) {
            skipBlanks();
            if (m_rest.empty() || !takeNext())
                return std::nullopt;
        }
        skipBlanks();
        return m_rest.empty() ? std::optional(std::move(m_kept)) : std::nullopt;
    }

private:
    enum class Expected { Value, ValueOrEnd, Key, KeyOrEnd, CommaOrEnd, End };

    void skipBlanks() { m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r\n"), m_rest.size())); }

    bool takeNext()
    {
        switch (m_expected) {
        case Expected::KeyOrEnd:
        case Expected::ValueOrEnd:
            return isClosing(m_rest.front()) ? close() : m_isObject.back() ? takeKey() : takeValue();
        case Expected::Key:
            return takeKey();
        case Expected::Value:
            return takeValue();
        case Expected::CommaOrEnd:
            return m_rest.front() == ',' ? takeComma() : close();
        case Expected::End:
            break;
        }
        return false;
    }

    static bool isClosing(char one) { return one == ']' || one == '}'; }

    bool takeComma()
    {
        m_rest.remove_prefix(1);
        m_expected = m_isObject.back() ? Expected::Key : Expected::Value;
        return true;
    }
    bool close()
    {
        if (m_rest.front() != (m_isObject.back() ? '}' : ']'))
            return false;
        m_rest.remove_prefix(1);
        m_isObject.pop_back();
        endValue();
        return true;
    }
    void endValue() { m_expected = m_isObject.empty() ? Expected::End : Expected::CommaOrEnd; }

    bool takeKey()
    {
        const auto token = takeText();
        skipBlanks();
        if (!token || !m_rest.starts_with(':'))
            return false;
        m_rest.remove_prefix(1);
        if (m_isObject.size() == 1)
            m_member = *token;
        m_key = *token;
        m_expected = Expected::Value;
        return true;
    }
    bool takeValue()
    {
        const char first = m_rest.front();
        if (first == '{' || first == '[') {
            m_rest.remove_prefix(1);
            m_isObject.push_back(first == '{');
            m_expected = first == '{' ? Expected::KeyOrEnd : Expected::ValueOrEnd;
            return true;
        }
        const auto token = first == '"' ? takeText() : takeWord();
        if (!token)
            return false;
        keep(*token);
        endValue();
        return true;
    }
    std::optional<std::string_view> takeWord()
    {
        const std::string_view token = m_rest.substr(0, m_rest.find_first_of(",]} \t\r\n"));
        m_rest.remove_prefix(token.size());
        return isWord(token) ? std::optional(token) : std::nullopt;
    }
    /// Including the quotation marks.
    std::optional<std::string_view> takeText()
    {
        if (!m_rest.starts_with('"'))
            return std::nullopt;
        for (std::size_t at = 1; at < m_rest.size(); ++at) {
            if (m_rest[at] == '"') {
                const std::string_view token = m_rest.substr(0, at + 1);
                m_rest.remove_prefix(at + 1);
                return token;
            }
            if (static_cast<unsigned char>(m_rest[at]) < ' ' || (m_rest[at] == '\\' && !isEscape(++at)))
                return std::nullopt;
        }
        return std::nullopt;
    }
    [[nodiscard]] bool isEscape(std::size_t at) const
    {
        const std::string_view rest = m_rest.substr(std::min(at, m_rest.size()));
        if (!rest.starts_with('u'))
            return !rest.empty() && std::string_view(R"("\/bfnrt)").find(rest.front()) != std::string_view::npos;
        return rest.size() > 4 && std::ranges::all_of(rest.substr(1, 4), isHexDigit);
    }

    void keep(std::string_view token)
    {
        const bool isOfMessage = m_isObject.size() == 2 && m_isObject.back() && m_member == R"("msg")";
        const bool isOfBody = m_isObject.size() == 1 && m_isObject.back();
        if ((!isOfBody && !isOfMessage) || std::ranges::find(keptNames, m_key) == keptNames.end()
            || token.size() > longestKept)
            return;
        const std::string name(m_key.substr(1, m_key.size() - 2));
        auto value = python_json::parse(token);
        (isOfBody ? m_kept : m_kept["msg"])[name] = value ? std::move(*value) : json(std::string(token));
    }

    std::string_view m_rest;
    Expected m_expected = Expected::Value;
    std::vector<bool> m_isObject; ///< what is open, outermost first; else it is a list
    std::string_view m_member;    ///< of the body, in which this is
    std::string_view m_key;
    json m_kept = json::object();
};

} // namespace

std::optional<json> outlineOf(std::string_view body)
{
    if (!QUtf8StringView(body.data(), static_cast<qsizetype>(body.size())).isValidUtf8())
        return std::nullopt;
    return Outline(body).read();
}

} // namespace quarterdeck::gateway
