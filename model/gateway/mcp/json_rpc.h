#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

/// JSON-RPC 2.0 as used by MCP: ids are strings or integers, parameters are objects. What JSON cannot hold (lone
/// surrogates) is read and written like formats::python_json does. Pure; thread: any.
namespace quarterdeck::gateway::mcp {

namespace rpc_code {
inline constexpr int parseError = -32700;
inline constexpr int invalidRequest = -32600;
inline constexpr int methodNotFound = -32601;
inline constexpr int invalidParams = -32602;
inline constexpr int internalError = -32603;
inline constexpr int noSuchSession = -32001; ///< as the official libraries have it
} // namespace rpc_code

struct RpcError
{
    int code = rpc_code::internalError;
    std::string message; ///< one English sentence, for the program
    friend bool operator==(const RpcError&, const RpcError&) = default;
};

struct RpcMessage
{
    enum class Kind { Request, Notification, Response, Invalid };
    Kind kind = Kind::Invalid;
    nlohmann::json id; ///< of a request or response; of an invalid one as far as it can be known, otherwise null
    std::string method;
    nlohmann::json params = nlohmann::json::object();
    std::string fault; ///< for an invalid one: what is wrong with it
    friend bool operator==(const RpcMessage&, const RpcMessage&) = default;
};

struct RpcBody
{
    std::vector<RpcMessage> messages; ///< at least one
    bool isBatch = false;
};

/// More in one batch are refused.
inline constexpr std::size_t mostInBatch = 100;

/// Parses a post, or one line of standard input. Errors: for text that is not JSON or nested too deeply, or an empty or
/// too long batch; errors in a single message are part of that message.
[[nodiscard]] tl::expected<RpcBody, RpcError> readRpc(std::string_view text);

[[nodiscard]] nlohmann::json resultOf(const nlohmann::json& id, nlohmann::json result);
[[nodiscard]] nlohmann::json errorOf(const nlohmann::json& id, const RpcError& error);
[[nodiscard]] nlohmann::json notification(const std::string& method, nlohmann::json params);
/// On one line.
[[nodiscard]] std::string textOf(const nlohmann::json& message);

} // namespace quarterdeck::gateway::mcp
