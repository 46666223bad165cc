#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace quarterdeck::formats::anthropic {

/// Tools that Anthropic's server runs by itself (search, code, MCP): their calls and results stand side by side in what
/// the assistant says, each kind of result in a form of its own.

/// "server_tool_use", "mcp_tool_use".
[[nodiscard]] bool isServerCall(const std::string& type);
/// "web_search_tool_result", "mcp_tool_result", "bash_code_execution_tool_result" …; not "tool_result".
[[nodiscard]] bool isServerResult(const std::string& type);
/// What a person reads of the `content` of such a result: texts, titles and addresses, output, error codes.
[[nodiscard]] std::string serverResultText(const nlohmann::json& content);
/// Whether the block says that the tool failed.
[[nodiscard]] bool hasServerToolFailed(const nlohmann::json& block);

} // namespace quarterdeck::formats::anthropic
