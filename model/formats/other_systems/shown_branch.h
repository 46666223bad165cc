#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quarterdeck::formats::chatgpt {

/// The messages from the first to that of the node `current` or, without such a node, to the newest: they refer into
/// `mapping`, the nodes by id. Terminates even if there is a circle.
[[nodiscard]] std::vector<const nlohmann::json*> activeBranch(const nlohmann::json& mapping, std::string current);

} // namespace quarterdeck::formats::chatgpt
