#pragma once

#include "model/conversation/error.h"
#include "model/conversation/event.h"
#include "model/gateway/http/http_message.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

/// Replies of Quarterdeck's own API: JSON bodies. Pure.
namespace quarterdeck::gateway::api {

[[nodiscard]] HttpResponse answerOf(std::uint32_t status, const nlohmann::json& body);
/// {"error":{"code":…,"message":…}}; `where` precedes the sentence, and may be empty.
[[nodiscard]] HttpResponse refusal(const conversation::Error& error, const std::string& where = {});
[[nodiscard]] HttpResponse badBody(const std::string& what);
[[nodiscard]] HttpResponse forbidden(const std::string& what);
[[nodiscard]] HttpResponse notFound(const std::string& what);
[[nodiscard]] HttpResponse conflict(const std::string& what);
/// For a session that does not exist, or no longer.
[[nodiscard]] HttpResponse noSession();

/// In the words of our JSON.
[[nodiscard]] std::string wordOf(conversation::RoleActivity activity);
[[nodiscard]] std::string wordOf(conversation::RunState state);
/// What became of a message: its id, seq and route, who received it, and who acts on it.
[[nodiscard]] nlohmann::json published(const conversation::Event& event);
/// {"id","status","answer"?,"end"?}: a question that has ended.
[[nodiscard]] nlohmann::json ended(const conversation::QuestionEnded& event);

} // namespace quarterdeck::gateway::api
