#pragma once

#include "conversation/message.h"

#include <nlohmann/json.hpp>
#include <optional>

/// MetaGPT's messages as its JSON has them.
namespace quarterdeck::formats::metagpt {

[[nodiscard]] conversation::AddressSet addressesIn(const nlohmann::json& list);
/// Nothing for what is no message. What it holds beside what ours has stands in its metadata as `source`.
[[nodiscard]] std::optional<conversation::Message> readMessage(const nlohmann::json& source);

} // namespace quarterdeck::formats::metagpt
