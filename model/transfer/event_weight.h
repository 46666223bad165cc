#pragma once

#include "model/conversation/event.h"

#include <cstddef>

namespace quarterdeck::transfer {

/// Roughly what these take in memory, in bytes: one with many small values takes several times its text.
[[nodiscard]] std::size_t approximateSize(const conversation::Message& message);
[[nodiscard]] std::size_t approximateSize(const conversation::Event& event);

} // namespace quarterdeck::transfer
