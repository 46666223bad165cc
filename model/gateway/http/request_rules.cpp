#include "model/gateway/http/request_rules.h"

#include "model/gateway/program_access.h"

#include <QString>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace quarterdeck::gateway {

namespace {

/// Without its parameters.
std::string mediaType(std::string_view contentType)
{
    std::string type = lowerCase(std::string(contentType.substr(0, contentType.find(';'))));
    type.erase(type.find_last_not_of(" \t") + 1);
    return type;
}

bool isPort(std::string_view text)
{
    return text.size() <= 5 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Browsers send this for requests made by a page, even where they send no Origin, as for pictures.
bool isForPage(const HttpRequest& head)
{
    const std::string_view site = head.field("sec-fetch-site");
    return !site.empty() && site != "none" && site != "same-origin";
}

bool isKnownOrigin(const HttpRequest& head, const RouteRules& rules)
{
    const std::string_view origin = head.field("origin");
    return origin.empty() || (rules.takesOwnOrigin && origin == "http://" + std::string(head.field("host")));
}

std::vector<std::string_view> methodsOf(const RouteRules& rules)
{
    std::vector<std::string_view> methods;
    if (rules.takesGet)
        methods.emplace_back("GET");
    if (rules.takesPost)
        methods.emplace_back("POST");
    if (rules.takesDelete)
        methods.emplace_back("DELETE");
    return methods;
}

std::string joined(const std::vector<std::string_view>& words, std::string_view between)
{
    std::string text;
    for (const std::string_view word : words)
        text.append(text.empty() ? std::string_view() : between).append(word);
    return text;
}

std::optional<HttpResponse> wrongMethod(const HttpRequest& head, const RouteRules& rules)
{
    const auto methods = methodsOf(rules);
    if (std::ranges::find(methods, head.method) != methods.end())
        return std::nullopt;
    HttpResponse refusal = errorAnswer(405, "This server takes " + joined(methods, " and ") + " here.");
    refusal.fields = {{"Allow", joined(methods, ", ")}};
    return refusal;
}

std::string_view bearerOf(std::string_view authorization)
{
    constexpr std::string_view scheme = "bearer ";
    if (lowerCase(std::string(authorization.substr(0, scheme.size()))) != scheme)
        return {};
    authorization.remove_prefix(scheme.size());
    const auto first = authorization.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view() : authorization.substr(first);
}

/// "token=T" among other parameters; a client that appended a path may have left its slash.
std::string_view tokenIn(std::string_view query)
{
    constexpr std::string_view name = "token=";
    while (!query.empty()) {
        const auto end = std::min(query.find('&'), query.size());
        std::string_view part = query.substr(0, end);
        query.remove_prefix(std::min(end + 1, query.size()));
        if (!part.starts_with(name))
            continue;
        part.remove_prefix(name.size());
        return part.substr(0, part.find_last_not_of('/') + 1);
    }
    return {};
}

std::optional<HttpResponse> withoutToken(const HttpRequest& head, const RouteRules& rules, std::string_view token)
{
    std::string_view given = bearerOf(head.field("authorization"));
    if (given.empty() && rules.takesTokenInQuery)
        given = tokenIn(head.query);
    if (!token.empty() && isSameToken(given, token))
        return std::nullopt;
    HttpResponse refusal = errorAnswer(
        401,
        token.empty() ? QT_TRANSLATE_NOOP(
            "GatewayRefusals", "Quarterdeck could not create its access token, so no program can connect here.")
            : given.empty() && rules.takesTokenInQuery ? QT_TRANSLATE_NOOP(
                  "GatewayRefusals",
                  "Quarterdeck accepts this program only with its access token, as \"?token=…\" in the address.")
            : given.empty() ? QT_TRANSLATE_NOOP(
                  "GatewayRefusals", "This address needs Quarterdeck's access token, as \"Authorization: Bearer …\".")
                            : QT_TRANSLATE_NOOP("GatewayRefusals", "This is not Quarterdeck's access token."));
    refusal.fields = {{"WWW-Authenticate", "Bearer realm=\"Quarterdeck\""}};
    return refusal;
}

/// In words for programs.
std::string_view wordFor(std::uint32_t status)
{
    static constexpr std::array<std::pair<std::uint32_t, std::string_view>, 10> words = {{
        {400, "bad_request"},
        {401, "unauthorized"},
        {403, "forbidden"},
        {404, "not_found"},
        {405, "method_not_allowed"},
        {413, "too_large"},
        {415, "unsupported_content"},
        {429, "too_many"},
        {431, "head_too_large"},
        {503, "unavailable"},
    }};
    const auto found = std::ranges::find(words, status, [](const auto& one) { return one.first; });
    return found == words.end() ? "error" : found->second;
}

std::optional<HttpResponse> wrongContent(const HttpRequest& head, const RouteRules& rules)
{
    const std::string_view type = head.field("content-type");
    if (head.method != "POST" || !rules.wantsJson || isJson(type) || (rules.takesProtobuf && isProtobuf(type)))
        return std::nullopt;
    return errorAnswer(415,
                       rules.takesProtobuf
                           ? QT_TRANSLATE_NOOP("GatewayRefusals",
                                               "The request body must be application/x-protobuf or application/json.")
                           : QT_TRANSLATE_NOOP("GatewayRefusals", "The request body must be application/json."));
}

std::optional<HttpResponse> refusalOf(const HttpRequest& head, const RouteRules& rules, std::string_view token)
{
    if (!isLoopbackHost(head.field("host")))
        return errorAnswer(403,
                           QT_TRANSLATE_NOOP("GatewayRefusals", "This server answers only to loopback host names."));
    if (!isKnownOrigin(head, rules) || isForPage(head))
        return errorAnswer(403, QT_TRANSLATE_NOOP("GatewayRefusals", "This server does not answer web pages."));
    if (auto refusal = rules.wantsToken ? withoutToken(head, rules, token) : std::nullopt)
        return refusal;
    if (auto refusal = wrongMethod(head, rules))
        return refusal;
    if (auto refusal = wrongContent(head, rules))
        return refusal;
    const std::string encoding = lowerCase(std::string(head.field("content-encoding")));
    if (encoding.empty() || encoding == "identity" || (rules.takesCompressed && isCompressed(head)))
        return std::nullopt;
    return errorAnswer(
        415,
        rules.takesCompressed
            ? QT_TRANSLATE_NOOP("GatewayRefusals", "The request body can be compressed only with gzip or deflate.")
            : QT_TRANSLATE_NOOP("GatewayRefusals", "The request body must not be compressed."));
}

} // namespace

bool isLoopbackHost(std::string_view host)
{
    static constexpr std::array<std::string_view, 3> names = {"localhost", "127.0.0.1", "[::1]"};
    const std::string lower = lowerCase(std::string(host));
    return std::ranges::any_of(names, [&](std::string_view name) {
        if (!lower.starts_with(name))
            return false;
        const std::string_view rest = std::string_view(lower).substr(name.size());
        return rest.empty() || (rest.front() == ':' && isPort(rest.substr(1)));
    });
}

bool isJson(std::string_view contentType) { return mediaType(contentType) == "application/json"; }

bool isProtobuf(std::string_view contentType) { return mediaType(contentType) == "application/x-protobuf"; }

bool isCompressed(const HttpRequest& head)
{
    const std::string encoding = lowerCase(std::string(head.field("content-encoding")));
    return encoding == "gzip" || encoding == "x-gzip" || encoding == "deflate";
}

HostAndTarget hostAndTarget(std::string_view sent)
{
    constexpr std::string_view scheme = "http://";
    const std::string_view address = sent.substr(std::min(scheme.size(), sent.size()));
    const auto end = std::min(address.find_first_of("/?"), address.size());
    if (end == 0 || lowerCase(std::string(sent.substr(0, scheme.size()))) != scheme)
        return {{}, sent};
    return {address.substr(0, end), end == address.size() ? std::string_view("/") : address.substr(end)};
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

std::string targetMeantBy(std::string_view target)
{
    constexpr std::string_view mark = "?token=";
    const std::string_view address = target.substr(std::min(target.find_first_not_of('/'), target.size()));
    const auto path = address.find('/');
    if (!address.starts_with(mark) || path == std::string_view::npos)
        return std::string(target);
    const std::string_view token = address.substr(mark.size(), path - mark.size());
    const std::string_view asked = address.substr(path);
    const auto query = std::min(asked.find('?'), asked.size());
    std::string meant = std::string(asked.substr(0, query)) + std::string(mark) + std::string(token);
    if (query < asked.size())
        meant += "&" + std::string(asked.substr(query + 1));
    return meant;
}

std::string queryOf(std::string_view target)
{
    const auto mark = target.find('?');
    return mark == std::string_view::npos ? std::string() : std::string(target.substr(mark + 1));
}

HttpAdmission admit(const HttpRequest& head, const RouteRules& rules, std::string_view token)
{
    auto refusal = refusalOf(head, rules, token);
    return {std::move(refusal), rules.bodyBytes, rules.isWebSocket && head.method == "GET"};
}

HttpResponse errorAnswer(std::uint32_t status, std::string_view message)
{
    return errorAnswer(status, wordFor(status), message);
}

HttpResponse errorAnswer(std::uint32_t status, std::string_view code, std::string_view message)
{
    const nlohmann::json body = {{"error", {{"code", code}, {"message", message}}}};
    HttpResponse refusal{status, body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
    refusal.reason = message;
    return refusal;
}

std::string tooLargeFor(std::uint64_t mostBytes)
{
    constexpr std::uint64_t megabyte = std::uint64_t{1} << 20;
    const bool isWhole = mostBytes >= megabyte && mostBytes % megabyte == 0;
    const char* sentence = isWhole
        ? QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is larger than the limit of %1 MB.")
        : QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is larger than the limit of %1 bytes.");
    return QString::fromLatin1(sentence).arg(isWhole ? mostBytes / megabyte : mostBytes).toStdString();
}

} // namespace quarterdeck::gateway
