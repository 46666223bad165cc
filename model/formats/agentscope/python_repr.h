#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quarterdeck::formats::agentscope {

/// `repr(value)` as written by Python 3, with an object's members in alphabetical order, the only order a JSON value
/// has here.
[[nodiscard]] std::string pythonRepr(const nlohmann::json& value);

} // namespace quarterdeck::formats::agentscope
