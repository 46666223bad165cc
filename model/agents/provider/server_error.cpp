#include "model/agents/provider/server_error.h"

#include <QString>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

using nlohmann::json;

std::string wordOf(const json& object, const char* key)
{
    const auto member = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || member == object.end())
        return {};
    if (member->is_string())
        return member->get<std::string>();
    return member->is_number_integer() ? std::to_string(member->get<std::int64_t>()) : std::string();
}

std::string cleaned(const std::string& foreign, const std::string& key, int longest)
{
    constexpr std::size_t shortestSecret = 6;
    QString text = QString::fromStdString(foreign);
    if (key.size() >= shortestSecret)
        text.replace(QString::fromStdString(key), QStringLiteral("…"));
    for (QChar& character : text)
        if (character.category() == QChar::Other_Control || character.category() == QChar::Other_Format)
            character = u' ';
    text = text.simplified();
    if (text.size() > longest)
        text = text.left(longest) + u'…';
    return text.toStdString();
}

namespace {

constexpr int longestCode = 60;

bool hasAny(const std::string& text, std::initializer_list<const char*> parts)
{
    return std::ranges::any_of(parts, [&](const char* part) { return text.find(part) != std::string::npos; });
}

std::string lower(const std::string& text) { return QString::fromStdString(text).toLower().toStdString(); }

/// FastAPI's answer (and so vLLM's) to a bad request: a list of `{msg}`.
std::string detailOf(const json& object)
{
    const auto detail = object.find("detail");
    if (detail == object.end() || !detail->is_array() || detail->empty())
        return wordOf(object, "detail");
    return wordOf(detail->front(), "msg");
}

int statusOf(const std::string& code)
{
    struct Known
    {
        const char* code;
        int status;
    };
    static constexpr std::array known = {
        Known{"authentication", 401}, Known{"invalid_api_key", 401}, Known{"permission", 403},
        Known{"not_found", 404},      Known{"rate_limit", 429},      Known{"too_many", 429},
        Known{"overloaded", 529},     Known{"api_error", 500},       Known{"server_error", 500},
        Known{"internal", 500},       Known{"invalid_request", 400}, Known{"bad_request", 400}};
    for (const Known& one : known)
        if (code.find(one.code) != std::string::npos)
            return one.status;
    for (std::size_t i = 0; i + 3 <= code.size(); ++i) {
        bool isNumber = false;
        const int number = QString::fromStdString(code.substr(i, 3)).toInt(&isNumber);
        if (isNumber && number >= 400 && number < 600)
            return number;
    }
    return 0;
}

} // namespace

bool ServerError::isAboutKey() const { return status == 401 || hasAny(code, {"invalid_api_key", "authentication"}); }

bool ServerError::isAboutModel() const
{
    if (hasAny(code, {"model_not_found", "model_not_exist"}))
        return true;
    const std::string text = lower(words);
    return (status == 400 || status == 404) && text.find("model") != std::string::npos
        && hasAny(text, {"not found", "not exist", "does not exist", "unknown model", "no such model", "pulling it"});
}

bool ServerError::isAboutLength() const
{
    if (status == 413 || hasAny(code, {"context_length", "exceed_context", "context_window"}))
        return true;
    return (status == 400 || status == 0 || status == 500)
        && hasAny(lower(words),
                  {"context length", "context window", "context size", "maximum context", "prompt is too long",
                   "input is too long", "too many tokens", "range of input length"});
}

bool ServerError::isAboutMoney() const
{
    return status == 402 || hasAny(code, {"insufficient_quota", "insufficient_balance", "arrearage", "billing"})
        || hasAny(lower(words), {"insufficient balance", "credit balance is too low", "exceeded your current quota"});
}

ServerError serverErrorOf(int status, const json& error, const std::string& key)
{
    ServerError read;
    if (error.is_string()) {
        read.words = cleaned(error.get<std::string>(), key);
    } else if (error.is_object()) {
        const json inner = error.value("error", json());
        if (!inner.is_null())
            return serverErrorOf(status, inner, key);
        read.code = lower(cleaned(wordOf(error, "code"), key, longestCode) + ' '
                          + cleaned(wordOf(error, "type"), key, longestCode));
        std::string words = wordOf(error, "message");
        if (words.empty())
            words = detailOf(error);
        read.words = cleaned(words, key);
    }
    read.status = status >= 400 ? status : statusOf(read.code);
    return read;
}

ServerError serverErrorOfBody(int status, std::string_view body, const std::string& key)
{
    const json parsed = json::parse(body.begin(), body.end(), nullptr, false);
    if (!parsed.is_discarded())
        return serverErrorOf(status, parsed, key);
    ServerError read;
    read.status = status;
    const std::size_t first = body.find_first_not_of(" \t\r\n");
    const bool isPage = first != std::string_view::npos && (body[first] == '<' || body[first] == '{');
    if (!isPage)
        read.words = cleaned(std::string(body), key);
    return read;
}

} // namespace quarterdeck::team
