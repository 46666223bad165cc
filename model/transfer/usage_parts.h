#pragma once

#include "conversation/message.h"

#include <optional>

/// The usage of a message that comes in by parts, since its file grew in the middle of it: each part bears what was not
/// counted with the parts before.
namespace quarterdeck::transfer {

void addPart(std::optional<conversation::Usage>& counted, const std::optional<conversation::Usage>& part);
void takeOut(std::optional<conversation::Usage>& usage, const std::optional<conversation::Usage>& counted);
/// Nothing but what sums of costs are off by.
[[nodiscard]] bool isNothing(const std::optional<conversation::Usage>& usage);

} // namespace quarterdeck::transfer
