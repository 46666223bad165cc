#pragma once

#include "model/conversation/error.h"

#include <string>
#include <string_view>

/// The token by which this person's programs show that they are allowed: made once per installation, in a file that
/// nobody else can read.
namespace quarterdeck::gateway {

/// <AppDataLocation>/gateway.token
[[nodiscard]] std::string accessTokenPath();

/// The file's content: 64 hexadecimal digits. If it is missing, or is not a private file of this person's with such a
/// text, it is made anew; several processes that do so at once get the same. Errors: Io. Thread: any.
[[nodiscard]] conversation::Result<std::string> accessTokenAt(const std::string& path);

/// Replaces it: whoever has the old one is locked out once the gateway has the new one. If that fails, the old one
/// stays. Errors: Io. Thread: any.
[[nodiscard]] conversation::Result<std::string> newAccessTokenAt(const std::string& path);

/// Takes the same time wherever the two differ.
[[nodiscard]] bool isSameToken(std::string_view given, std::string_view wanted);

} // namespace quarterdeck::gateway
