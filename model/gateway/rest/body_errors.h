#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace quarterdeck::gateway::api {

/// Catches what the reader of our log's JSON would refuse without telling a client what is allowed: the key, what is
/// wrong with it and what it must be, without a full stop. Nullopt = nothing. Thread: any.
[[nodiscard]] std::optional<std::string> validateQuestion(const nlohmann::json& question);
[[nodiscard]] std::optional<std::string> validateMessage(const nlohmann::json& message);
[[nodiscard]] std::optional<std::string> validateRole(const nlohmann::json& role);
[[nodiscard]] std::optional<std::string> validateRunState(const nlohmann::json& wanted);

} // namespace quarterdeck::gateway::api
