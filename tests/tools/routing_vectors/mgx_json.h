#pragma once

#include "model/conversation/role.h"

#include <nlohmann/json.hpp>
#include <string>

/// The scenarios' JSON for messages and roles: MetaGPT's constructor arguments.
namespace mgx_json {

[[nodiscard]] quarterdeck::conversation::Role role(const nlohmann::json& json);
/// As given, not normalised.
[[nodiscard]] quarterdeck::conversation::Message message(const nlohmann::json& json);
[[nodiscard]] std::string className(const nlohmann::json& message);
[[nodiscard]] nlohmann::json write(const quarterdeck::conversation::Message& message, const std::string& className);
[[nodiscard]] nlohmann::json addresses(const quarterdeck::conversation::AddressSet& set);

} // namespace mgx_json
