#pragma once

#include "http/http_message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Who may ask at all. A web page in the person's browser reaches loopback, too: it is known by its Origin, or, when it
/// made its own name point here (DNS rebinding), by the Host.
namespace quarterdeck::gateway {

/// "localhost", "127.0.0.1" or "[::1]", with any port or none. Case does not count.
[[nodiscard]] bool isLoopbackHost(std::string_view host);
/// "application/json", with any parameters.
[[nodiscard]] bool isJson(std::string_view contentType);
/// "/trpc//x?y" is "/trpc/x": some clients join their address with one slash too many.
[[nodiscard]] std::string plainPath(std::string_view target);

/// Why a request is refused before its body is read: 403 for a foreign Host or any Origin, 405 for what is no POST, 415
/// for other content or a compressed one. Empty = it may go on.
[[nodiscard]] std::optional<HttpAnswer> refusalOf(const HttpRequest& request);

/// {"error":{"message":…}}
[[nodiscard]] HttpAnswer errorAnswer(std::uint32_t status, std::string_view message);

} // namespace quarterdeck::gateway
