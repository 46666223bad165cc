#pragma once

#include <string>

namespace quarterdeck::conversation {

/// A budget as part of a sentence: "$1.50"; below a cent with as many digits as it needs, "$0.001".
[[nodiscard]] std::string dollarsText(double dollars);

} // namespace quarterdeck::conversation
