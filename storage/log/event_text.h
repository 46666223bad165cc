#pragma once

#include "model/session/library.h"

#include <cstddef>
#include <vector>

namespace quarterdeck::storage {

/// Whether these have more than roughly this many bytes of text, which takes long to write as JSON. Looks no further
/// than needed. Thread: any.
[[nodiscard]] bool hasMoreText(const std::vector<session::LogRecord>& records, std::size_t bytes);

} // namespace quarterdeck::storage
