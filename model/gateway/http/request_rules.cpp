#include "http/request_rules.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace quarterdeck::gateway {

namespace {

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return lower;
}

bool isPort(std::string_view text)
{
    return text.size() <= 5 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool isKnownOrigin(const HttpRequest& head, const RouteRules& rules)
{
    const std::string_view origin = head.field("origin");
    return origin.empty() || (rules.takesOwnOrigin && origin == "http://" + std::string(head.field("host")));
}

bool isMethodTaken(const HttpRequest& head, const RouteRules& rules)
{
    return (head.method == "POST" && rules.takesPost) || (head.method == "GET" && rules.takesGet);
}

std::optional<HttpAnswer> refusalOf(const HttpRequest& head, const RouteRules& rules)
{
    if (!isLoopbackHost(head.field("host")))
        return errorAnswer(403, "This server answers to the names of loopback only.");
    if (!isKnownOrigin(head, rules))
        return errorAnswer(403, "This server does not answer web pages.");
    if (!isMethodTaken(head, rules))
        return errorAnswer(405, rules.takesPost ? "This server takes POST here." : "This server takes GET here.");
    if (head.method == "POST" && rules.wantsJson && !isJson(head.field("content-type")))
        return errorAnswer(415, "The content must be application/json.");
    const std::string_view encoding = head.field("content-encoding");
    if (!encoding.empty() && lowerCase(encoding) != "identity")
        return errorAnswer(415, "The content must not be compressed.");
    return std::nullopt;
}

} // namespace

bool isLoopbackHost(std::string_view host)
{
    static constexpr std::array<std::string_view, 3> names = {"localhost", "127.0.0.1", "[::1]"};
    const std::string lower = lowerCase(host);
    return std::ranges::any_of(names, [&](std::string_view name) {
        if (!lower.starts_with(name))
            return false;
        const std::string_view rest = std::string_view(lower).substr(name.size());
        return rest.empty() || (rest.front() == ':' && isPort(rest.substr(1)));
    });
}

bool isJson(std::string_view contentType)
{
    std::string type = lowerCase(contentType.substr(0, contentType.find(';')));
    type.erase(type.find_last_not_of(" \t") + 1);
    return type == "application/json";
}

std::string plainPath(std::string_view target)
{
    std::string path;
    for (const char c : target.substr(0, target.find('?'))) {
        if (c != '/' || !path.ends_with('/'))
            path += c;
    }
    return path;
}

std::string queryOf(std::string_view target)
{
    const auto mark = target.find('?');
    return mark == std::string_view::npos ? std::string() : std::string(target.substr(mark + 1));
}

HttpAdmission admit(const HttpRequest& head, const RouteRules& rules)
{
    auto refusal = refusalOf(head, rules);
    return {std::move(refusal), rules.bodyBytes, rules.isWebSocket && head.method == "GET"};
}

HttpAnswer errorAnswer(std::uint32_t status, std::string_view message)
{
    return {status, nlohmann::json{{"error", {{"message", message}}}}.dump()};
}

} // namespace quarterdeck::gateway
