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

std::optional<HttpAnswer> refusalOf(const HttpRequest& request)
{
    if (!isLoopbackHost(request.host))
        return errorAnswer(403, "This server answers to the names of loopback only.");
    if (!request.origin.empty())
        return errorAnswer(403, "This server does not answer web pages.");
    if (request.method != "POST")
        return errorAnswer(405, "This server takes POST.");
    if (!isJson(request.contentType))
        return errorAnswer(415, "The content must be application/json.");
    if (!request.contentEncoding.empty() && lowerCase(request.contentEncoding) != "identity")
        return errorAnswer(415, "The content must not be compressed.");
    return std::nullopt;
}

HttpAnswer errorAnswer(std::uint32_t status, std::string_view message)
{
    return {status, nlohmann::json{{"error", {{"message", message}}}}.dump()};
}

} // namespace quarterdeck::gateway
