#pragma once

#include "model/conversation/event.h"

#include <optional>
#include <string_view>

namespace quarterdeck::conversation::json {

/// An event's body without building a tree of its payload. Empty if that fails: it is unknown, of another version,
/// large, deeply nested, or invalid; the tree parser then tells which. Thread: any.
[[nodiscard]] std::optional<EventBody> parseBodyFast(std::string_view kind, int version, std::string_view payload);

} // namespace quarterdeck::conversation::json
