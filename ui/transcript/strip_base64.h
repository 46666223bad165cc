#pragma once

#include <nlohmann/json.hpp>

namespace quarterdeck::ui::transcript {

/// The value in which each text that is long Base64, or an address containing it, is replaced by its size: nobody can
/// read it. Pure; thread: any.
[[nodiscard]] nlohmann::json stripBase64(nlohmann::json value);

} // namespace quarterdeck::ui::transcript
