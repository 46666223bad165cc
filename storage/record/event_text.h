#pragma once

#include "session/library.h"

#include <cstddef>
#include <vector>

namespace quarterdeck::storage {

/// Whether these have more text than so many bytes, about: what takes its time to be written as JSON. It looks no
/// further than to there. Thread: any.
[[nodiscard]] bool hasMoreText(const std::vector<session::LogRecord>& records, std::size_t bytes);

} // namespace quarterdeck::storage
