#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quarterdeck::formats::agentscope {

/// Everything in which a value differs from the declared types of AgentScope 1.x' Msg and its blocks, each as
/// "$.path: what", in the order of the fields. Empty = it is of that shape. More members than declared are allowed.
[[nodiscard]] std::vector<std::string> findingsIn(const nlohmann::json& msg);
/// What of its media is no Base64, no URL, or larger than `mostBytes`: AgentScope promises these checks and has none.
[[nodiscard]] std::vector<std::string> findingsInMedia(const nlohmann::json& msg, std::size_t mostBytes);

} // namespace quarterdeck::formats::agentscope
