#pragma once

#include "conversation/ids.h"

#include <string_view>

namespace quarterdeck::storage {

/// SHA-256 of the bytes, 64 lower-case hex digits.
[[nodiscard]] conversation::AttachmentHash attachmentHash(std::string_view bytes);

/// SQLite's limit for one value; the memory library keeps it too, so that both behave alike.
inline constexpr std::size_t largestAttachment = 1'000'000'000;

} // namespace quarterdeck::storage
