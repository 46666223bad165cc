#pragma once

#include <string>

namespace quarterdeck::conversation {

/// A budget as a sentence has it: "$1.50"; one below a cent with as many digits as it takes, "$0.001".
[[nodiscard]] std::string dollarsText(double dollars);

} // namespace quarterdeck::conversation
