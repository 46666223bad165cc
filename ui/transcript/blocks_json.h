#pragma once

#include "model/conversation/message.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace quarterdeck::ui::transcript {

/// A message's content as the page's blocks, its structured content last; what is too much for the page is left out.
/// Pure; thread: any.
[[nodiscard]] nlohmann::json blocksJson(const conversation::Message& message);
[[nodiscard]] nlohmann::json blocksJson(const std::vector<conversation::MediaBlock>& media);

} // namespace quarterdeck::ui::transcript
