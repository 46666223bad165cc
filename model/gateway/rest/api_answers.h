#pragma once

#include "model/conversation/error.h"
#include "model/conversation/event.h"
#include "model/gateway/http/http_message.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

/// Replies of Quarterdeck's own API: JSON bodies. Pure.
namespace quarterdeck::gateway::api {

[[nodiscard]] HttpAnswer answerOf(std::uint32_t status, const nlohmann::json& body);
/// {"error":{"code":…,"message":…}}; `where` precedes the sentence, and may be empty.
[[nodiscard]] HttpAnswer refusal(const conversation::Error& error, const std::string& where = {});
[[nodiscard]] HttpAnswer badBody(const std::string& what);
[[nodiscard]] HttpAnswer forbidden(const std::string& what);
[[nodiscard]] HttpAnswer notFound(const std::string& what);
[[nodiscard]] HttpAnswer conflict(const std::string& what);
/// For a session that does not exist, or no longer.
[[nodiscard]] HttpAnswer noSession();

/// In the words of our JSON.
[[nodiscard]] std::string wordOf(conversation::RoleActivity activity);
[[nodiscard]] std::string wordOf(conversation::RunState state);
/// What became of a message: its id, seq and route, who received it, and who acts on it.
[[nodiscard]] nlohmann::json published(const conversation::Event& event);
/// {"id","status","answer"?,"end"?}: a question that has ended.
[[nodiscard]] nlohmann::json ended(const conversation::QuestionEnded& event);

} // namespace quarterdeck::gateway::api
