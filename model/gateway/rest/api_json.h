#pragma once

#include "model/conversation/error.h"
#include "model/conversation/event.h"
#include "model/formats/session_reader.h"
#include "model/gateway/http/http_message.h"

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::gateway::api {

/// Replies of Quarterdeck's own API: JSON bodies. Pure.

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

/// Parses a body as an object. Lone surrogates in texts, which Python's json module writes, appear as they were written
/// (\ud83d). The error is one English sentence. Pure; thread: any; never throws.
[[nodiscard]] tl::expected<nlohmann::json, std::string> objectIn(std::string_view body);

/// Catches what the reader of our log's JSON would refuse without telling a client what is allowed: the key, what is
/// wrong with it and what it must be, without a full stop. Nullopt = nothing. Thread: any.
[[nodiscard]] std::optional<std::string> validateQuestion(const nlohmann::json& question);
[[nodiscard]] std::optional<std::string> validateMessage(const nlohmann::json& message);
[[nodiscard]] std::optional<std::string> validateRole(const nlohmann::json& role);
[[nodiscard]] std::optional<std::string> validateRunState(const nlohmann::json& wanted);

/// Moves the bytes out of a list of blocks (a message's `content`, a question's `images`): a picture, sound, film or
/// file whose source has them as `data` is afterwards named by its hash, as in the log. `place` is the list's place in
/// the body, for error sentences: "messages[2].content". Pure; thread: any; never throws.
[[nodiscard]] tl::expected<std::vector<formats::RecordedAttachment>, std::string> takeMedia(nlohmann::json& blocks,
                                                                                            const std::string& place);

} // namespace quarterdeck::gateway::api
