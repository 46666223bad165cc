#pragma once

#include "model/conversation/message.h"

#include <optional>

/// The usage of a message that comes in in parts, because its file grew in the middle of it: each part carries what was
/// not counted with earlier parts.
namespace quarterdeck::transfer {

void addPart(std::optional<conversation::Usage>& counted, const std::optional<conversation::Usage>& part);
void subtract(std::optional<conversation::Usage>& usage, const std::optional<conversation::Usage>& counted);
/// Nothing beyond rounding errors in sums of costs.
[[nodiscard]] bool isNothing(const std::optional<conversation::Usage>& usage);

} // namespace quarterdeck::transfer
