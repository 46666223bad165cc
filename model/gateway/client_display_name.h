#pragma once

#include <string>

namespace quarterdeck::gateway {

/// The name used here for an agent whose protocol cannot refuse it: its own, unless that could be taken for this
/// program's own. The same name always gives the same result.
[[nodiscard]] std::string clientDisplayName(std::string name);

} // namespace quarterdeck::gateway
