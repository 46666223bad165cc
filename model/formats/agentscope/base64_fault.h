#pragma once

#include "model/formats/agentscope/formatter_run.h"

#include <optional>
#include <string_view>

namespace quarterdeck::formats::agentscope {

/// What Python's b64decode raises for the text; empty if it decodes it, as it does with much that is not Base64.
[[nodiscard]] std::optional<PythonError> base64Fault(std::string_view text);

} // namespace quarterdeck::formats::agentscope
