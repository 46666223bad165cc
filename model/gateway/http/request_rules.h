#pragma once

#include "http/http_message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Who may ask at all. A web page in the person's browser reaches loopback, too: it is known by its Origin, where the
/// browser names none by its Sec-Fetch-Site, or, when it made its own name point here (DNS rebinding), by the Host.
namespace quarterdeck::gateway {

/// "localhost", "127.0.0.1" or "[::1]", with any port or none. Case does not count.
[[nodiscard]] bool isLoopbackHost(std::string_view host);
/// "application/json", with any parameters.
[[nodiscard]] bool isJson(std::string_view contentType);
/// "application/x-protobuf", with any parameters.
[[nodiscard]] bool isProtobuf(std::string_view contentType);
/// By gzip or deflate.
[[nodiscard]] bool isCompressed(const HttpRequest& head);
/// "http://localhost:3000/x?y", as some clients write it, is "/x?y" of the host "localhost:3000"; that one counts, and
/// not the field Host. Of any other target the host is empty.
struct HostAndTarget
{
    std::string_view host;
    std::string_view target;
};
[[nodiscard]] HostAndTarget hostAndTarget(std::string_view sent);
/// "/trpc//x?y" is "/trpc/x": some clients join their address with one slash too many.
[[nodiscard]] std::string plainPath(std::string_view target);
/// Programs put a path behind the address that they are given, and where that is "http://localhost:3000?token=T" they
/// ask for "/?token=T/trpc/x?y": that is "/trpc/x?token=T&y". Any other target stays as it is.
[[nodiscard]] std::string targetMeantBy(std::string_view target);
/// What stands behind the first "?".
[[nodiscard]] std::string queryOf(std::string_view target);

/// What a path takes.
struct RouteRules
{
    bool takesGet = false;
    bool takesPost = true;
    bool takesDelete = false;
    bool wantsJson = true;        ///< of what is posted
    bool takesProtobuf = false;   ///< beside JSON
    bool takesCompressed = false; ///< by gzip or deflate: `bodyBytes` is then of what was sent
    bool takesOwnOrigin = false;  ///< some clients name the server itself as their origin
    bool isWebSocket = false;
    bool wantsToken = false; ///< of this installation, as `Authorization: Bearer …`
    std::uint64_t bodyBytes = 0;
    bool takesTokenInQuery = false; ///< or as "?token=…"
};

/// What may come in by a rules. Refused are, with 403, a foreign Host, a foreign Origin and a foreign site; with 401
/// who is to bring the token and does not, also where this program has none (an empty one); with 405 other methods;
/// with 415 other content, or a compressed one.
[[nodiscard]] HttpAdmission admit(const HttpRequest& head, const RouteRules& rules, std::string_view token = {});

/// {"error":{"code":…,"message":…}}, the code being a word for the status: "not_found".
[[nodiscard]] HttpAnswer errorAnswer(std::uint32_t status, std::string_view message);
[[nodiscard]] HttpAnswer errorAnswer(std::uint32_t status, std::string_view code, std::string_view message);
/// Why it is refused with 413: in one English sentence, that names how much is taken.
[[nodiscard]] std::string tooLargeFor(std::uint64_t mostBytes);

} // namespace quarterdeck::gateway
