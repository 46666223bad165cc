#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quarterdeck::gateway::mcp {

/// For an existing tool. Thread: any.
[[nodiscard]] const nlohmann::json& inputSchema(const std::string& tool);

} // namespace quarterdeck::gateway::mcp
