#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace quarterdeck::gateway::api {

/// Parses a body as an object. Lone surrogates in texts, which Python's json module writes, appear as they were written
/// (\ud83d). The error is one English sentence. Pure; thread: any; never throws.
[[nodiscard]] tl::expected<nlohmann::json, std::string> objectIn(std::string_view body);

} // namespace quarterdeck::gateway::api
