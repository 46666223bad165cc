#pragma once

#include "conversation/error.h"

#include <string>
#include <string_view>

/// The token by which programs of this person show that they may ask: made once for an installation, in a file that
/// nobody else can read.
namespace quarterdeck::gateway {

/// <AppDataLocation>/gateway.token
[[nodiscard]] std::string accessTokenPath();

/// What the file holds: 64 hexadecimal digits. Where it is missing, or is no file of this person's alone with such a
/// text, it is made anew; of several that make it at once all get the same. Errors: Io. Thread: any.
[[nodiscard]] conversation::Result<std::string> accessTokenAt(const std::string& path);

/// Makes another in its place: who has the old one is no longer let in, once the gateway has the new one. Where that
/// does not work the old one stays. Errors: Io. Thread: any.
[[nodiscard]] conversation::Result<std::string> newAccessTokenAt(const std::string& path);

/// Takes the same time wherever the two differ.
[[nodiscard]] bool isSameToken(std::string_view given, std::string_view wanted);

} // namespace quarterdeck::gateway
