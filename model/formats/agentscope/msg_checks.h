#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quarterdeck::formats::agentscope {

/// Everything in which a value differs from the declared types of AgentScope 1.x's Msg and its blocks, each as "$.path:
/// what", in the order of the fields. Empty = it has that shape. Additional members are allowed.
[[nodiscard]] std::vector<std::string> findingsIn(const nlohmann::json& msg);
/// Media that are not Base64, not a URL, or larger than `mostBytes`: AgentScope promises these checks but has none.
[[nodiscard]] std::vector<std::string> findingsInMedia(const nlohmann::json& msg, std::size_t mostBytes);

} // namespace quarterdeck::formats::agentscope
