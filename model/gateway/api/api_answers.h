#pragma once

#include "conversation/error.h"
#include "conversation/event.h"
#include "http/http_message.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

/// What Quarterdeck's own API answers: bodies of JSON. Pure.
namespace quarterdeck::gateway::api {

[[nodiscard]] HttpAnswer answerOf(std::uint32_t status, const nlohmann::json& body);
/// {"error":{"code":…,"message":…}}; `where` stands in front of the sentence, and may be empty.
[[nodiscard]] HttpAnswer refusal(const conversation::Error& error, const std::string& where = {});
[[nodiscard]] HttpAnswer badBody(const std::string& what);
[[nodiscard]] HttpAnswer forbidden(const std::string& what);
[[nodiscard]] HttpAnswer notFound(const std::string& what);
[[nodiscard]] HttpAnswer conflict(const std::string& what);
/// For who names one that is not there, or no more.
[[nodiscard]] HttpAnswer noSession();

/// As they stand in our JSON.
[[nodiscard]] std::string wordOf(conversation::RoleActivity activity);
[[nodiscard]] std::string wordOf(conversation::RunState state);
/// What became of a message: its id, seq and route, who got it, and who of them acts on it.
[[nodiscard]] nlohmann::json published(const conversation::Event& event);
/// {"id","status","answer"?,"end"?}: a question that has its end.
[[nodiscard]] nlohmann::json ended(const conversation::QuestionEnded& event);

} // namespace quarterdeck::gateway::api
