#pragma once

#include "model/conversation/event.h"

#include <cstddef>
#include <vector>

namespace quarterdeck::fuzz {

/// Writes a session in one of the formats, with or without secrets, as `choice` says. What claims to be JSON is some;
/// HTML holds no element that could run or load anything.
void writeOut(const std::vector<conversation::Event>& events, std::size_t choice);

} // namespace quarterdeck::fuzz
