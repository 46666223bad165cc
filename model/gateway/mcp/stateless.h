#pragma once

#include "model/gateway/http/http_message.h"
#include "model/gateway/mcp/protocol.h"

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include <string>

namespace quarterdeck::gateway::mcp {

/// MCP's revision of 2026-07-28, which knows no sessions: each request says by itself who sends it and what that
/// program can do, and repeats its method and name in the head. Pure; thread: any.

/// What a request says of its sender.
struct StatelessCaller
{
    ClientInfo client;
    bool takesTasks = false; ///< the extension "io.modelcontextprotocol/tasks"
};

/// Whether a message is to be read by this revision: it names it, or a newer one, or asks what there is.
[[nodiscard]] bool isStateless(const HttpRequest& head, const RpcMessage& message);

/// Otherwise the refusal, with the status that belongs to it: the head does not fit the message, the version is not
/// spoken here, or something is missing.
[[nodiscard]] tl::expected<StatelessCaller, HttpResponse> statelessCaller(const HttpRequest& head,
                                                                          const RpcMessage& message);
/// The extension is needed for it.
[[nodiscard]] HttpResponse tasksNeeded(const RpcMessage& message);
[[nodiscard]] HttpResponse noSuchMethod(const RpcMessage& message);

/// The result of "server/discover".
[[nodiscard]] nlohmann::json discovered();
/// That of "tools/list".
[[nodiscard]] nlohmann::json cacheable(nlohmann::json list);
/// A result as this revision has it: it says that it is complete, and whose it is.
[[nodiscard]] nlohmann::json complete(nlohmann::json result);

/// A question as a task, which the client asks for again and again: its id is the question's.
struct TaskState
{
    std::string id;
    const char* status = "working"; ///< or "completed", "cancelled"
    std::string createdAt;          ///< ISO 8601
    std::string changedAt;
};
[[nodiscard]] nlohmann::json toJson(const TaskState& task);

} // namespace quarterdeck::gateway::mcp
