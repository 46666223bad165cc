#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quarterdeck::formats::agentscope {

/// `repr(value)` as Python 3 writes it, with the members of an object in the order of their names: a JSON value here
/// has no other.
[[nodiscard]] std::string pythonRepr(const nlohmann::json& value);

} // namespace quarterdeck::formats::agentscope
