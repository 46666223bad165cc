#pragma once

#include "conversation/error.h"

#include <cstdint>

namespace quarterdeck::app {

/// Where a server could not listen since somebody else has its port: says at which one it would work.
[[nodiscard]] conversation::Error withFreePort(conversation::Error error, std::uint16_t taken);

} // namespace quarterdeck::app
