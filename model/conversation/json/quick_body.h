#pragma once

#include "conversation/event.h"

#include <optional>
#include <string_view>

namespace quarterdeck::conversation::json {

/// An event's body without a tree of its payload. Nothing where it cannot be read so: what is unknown, of another
/// version, large, deep, or no such JSON; the tree says then what it is. Thread: any.
[[nodiscard]] std::optional<EventBody> bodyAtOnce(std::string_view kind, int version, std::string_view payload);

} // namespace quarterdeck::conversation::json
