#pragma once

#include "model/gateway/http/http_message.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quarterdeck::gateway {

/// ASCII only, like HTTP's names and tokens.
[[nodiscard]] inline std::string lowerCase(std::string text)
{
    std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return text;
}

/// Who may make requests at all. Web pages in the person's browser can reach loopback, too: they are known by Origin,
/// by Sec-Fetch-Site if they send no Origin, or, if their own name points here (DNS rebinding), by Host.

/// "localhost", "127.0.0.1" or "[::1]", with any port or none. Case does not matter.
[[nodiscard]] bool isLoopbackHost(std::string_view host);
/// "application/json", with any parameters.
[[nodiscard]] bool isJson(std::string_view contentType);
/// "application/x-protobuf", with any parameters.
[[nodiscard]] bool isProtobuf(std::string_view contentType);
/// With gzip or deflate.
[[nodiscard]] bool isCompressed(const HttpRequest& head);
/// "http://localhost:3000/x?y", as some clients send it, is "/x?y" on the host "localhost:3000", which then takes
/// precedence over the field Host. For any other target the host is empty.
struct HostAndTarget
{
    std::string_view host;
    std::string_view target;
};
[[nodiscard]] HostAndTarget hostAndTarget(std::string_view sent);
/// "/trpc//x?y" is "/trpc/x": some clients join paths with one slash too many.
[[nodiscard]] std::string plainPath(std::string_view target);
/// Programs append a path to their address; with "http://localhost:3000?token=T" they request "/?token=T/trpc/x?y",
/// which means "/trpc/x?token=T&y". Any other target stays as it is.
[[nodiscard]] std::string targetMeantBy(std::string_view target);
/// The part after the first "?".
[[nodiscard]] std::string queryOf(std::string_view target);

/// What a path accepts.
struct RouteRules
{
    bool takesGet = false;
    bool takesPost = true;
    bool takesDelete = false;
    bool wantsJson = true;        ///< for posted content
    bool takesProtobuf = false;   ///< besides JSON
    bool takesCompressed = false; ///< with gzip or deflate: `bodyBytes` then limits what was sent
    bool takesOwnOrigin = false;  ///< some clients name the server itself as their origin
    bool isWebSocket = false;
    bool wantsToken = false; ///< this installation's, as `Authorization: Bearer …`
    std::uint64_t bodyBytes = 0;
    bool takesTokenInQuery = false; ///< or as "?token=…"
};

/// Checks a request against `rules`. Refused: 403 for a foreign Host, Origin or site; 401 if a required token is
/// missing or wrong, or this program has none (an empty one); 405 for other methods; 415 for other content types or
/// compressed content.
[[nodiscard]] HttpAdmission admit(const HttpRequest& head, const RouteRules& rules, std::string_view token = {});

/// {"error":{"code":…,"message":…}}, the code being the status in words: "not_found".
[[nodiscard]] HttpResponse errorAnswer(std::uint32_t status, std::string_view message);
[[nodiscard]] HttpResponse errorAnswer(std::uint32_t status, std::string_view code, std::string_view message);
/// Why it is refused with 413: one English sentence that states the limit.
[[nodiscard]] std::string tooLargeFor(std::uint64_t mostBytes);

} // namespace quarterdeck::gateway
