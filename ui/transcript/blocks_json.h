#pragma once

#include "conversation/message.h"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace quarterdeck::ui::transcript {

/// Bytes of one text that are handed to the page; the rest is cut and the text says so. Far above what the page draws
/// by itself, and small enough that a channel message stays harmless.
inline constexpr std::size_t longestBlockText = 4'000'000;

/// A message's content as the page's blocks, its structured content last. Pure; thread: any.
[[nodiscard]] nlohmann::json blocksJson(const conversation::Message& message);
[[nodiscard]] nlohmann::json blocksJson(const std::vector<conversation::MediaBlock>& media);

} // namespace quarterdeck::ui::transcript
