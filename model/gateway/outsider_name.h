#pragma once

#include <string>

namespace quarterdeck::gateway {

/// Under which name an agent of a protocol that knows no refusal goes here: its own, unless that could be taken for the
/// name in which this program itself speaks. The same name gives the same one.
[[nodiscard]] std::string outsiderName(std::string name);

} // namespace quarterdeck::gateway
