#pragma once

#include "model/conversation/message.h"

#include <optional>
#include <string>

namespace quarterdeck::formats {

/// The moment that "2025-07-01T10:00:00.000Z" names; empty for any other text.
[[nodiscard]] std::optional<conversation::Timestamp> readIsoTime(const std::string& text);
/// Dates a message by such a text; any other leaves it undated.
void setTime(conversation::Message& message, const std::string& text);

} // namespace quarterdeck::formats
