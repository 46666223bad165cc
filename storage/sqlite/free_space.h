#pragma once

#include "model/conversation/error.h"

#include <cstdint>
#include <optional>
#include <string>

namespace quarterdeck::storage::backup {

/// Stays free beside a copy, since writes meanwhile need room, too.
inline constexpr std::int64_t reserve = std::int64_t{64} << 20;

/// What the library (or any other SQLite file) takes on its disk including its log: no copy is larger.
[[nodiscard]] std::int64_t sizeOf(const std::string& library);

/// Why no copy of this many bytes can be made here; empty = there is room, or nobody knows. `library` is named in the
/// sentence; `kept`: what must stay free beside it. Thread: any.
[[nodiscard]] std::optional<conversation::Error> checkFreeSpace(const std::string& library, std::int64_t bytes,
                                                                const std::string& place, std::int64_t kept = reserve);

} // namespace quarterdeck::storage::backup
