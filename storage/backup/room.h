#pragma once

#include "conversation/error.h"

#include <cstdint>
#include <optional>
#include <string>

namespace quarterdeck::storage::backup {

/// What stays free beside a copy, as what is written meanwhile needs room, too.
inline constexpr std::int64_t reserve = std::int64_t{64} << 20;

/// What the library (or any other SQLite file) takes on its disk with its log: no copy of it is larger.
[[nodiscard]] std::int64_t sizeOf(const std::string& library);

/// Why no copy of so many bytes can be made at this place; empty = there is room, or nobody knows. `library` is named
/// in the sentence; `kept`: what is to stay free beside it. Thread: any.
[[nodiscard]] std::optional<conversation::Error> wantOfRoom(const std::string& library, std::int64_t bytes,
                                                            const std::string& place, std::int64_t kept = reserve);

} // namespace quarterdeck::storage::backup
