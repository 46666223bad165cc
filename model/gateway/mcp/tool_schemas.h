#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quarterdeck::gateway::mcp {

/// Of a tool that there is. Thread: any.
[[nodiscard]] const nlohmann::json& inputSchema(const std::string& tool);

} // namespace quarterdeck::gateway::mcp
