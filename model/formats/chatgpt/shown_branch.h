#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quarterdeck::formats::chatgpt {

/// The messages from the first to that of the node `current`, or where there is no such node to the newest: refer into
/// `mapping`, the nodes by their ids. Ends in a circle, too.
[[nodiscard]] std::vector<const nlohmann::json*> shownBranch(const nlohmann::json& mapping, std::string current);

} // namespace quarterdeck::formats::chatgpt
