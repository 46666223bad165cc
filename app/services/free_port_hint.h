#pragma once

#include "model/conversation/error.h"

#include <cstdint>

namespace quarterdeck::app {

/// If a server could not listen because its port is taken: says which port would work.
[[nodiscard]] conversation::Error withFreePort(conversation::Error error, std::uint16_t taken);

} // namespace quarterdeck::app
