#pragma once

#include "model/formats/session_sink.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quarterdeck::formats {

/// The bytes of `data:<type>;base64,<text>`, strictly read; nothing for anything else, or beyond `most` bytes.
[[nodiscard]] std::optional<RecordedAttachment> readDataUrl(std::string_view url, std::int64_t most);

} // namespace quarterdeck::formats
