#pragma once

#include "model/conversation/message.h"

#include <QString>
#include <optional>

namespace quarterdeck::formats {

/// "120 tokens · $0.0042" for the line above a message; empty if nothing is known. Thread: any.
[[nodiscard]] QString usageText(const std::optional<conversation::Usage>& usage);

} // namespace quarterdeck::formats
