#pragma once

#include <nlohmann/json.hpp>

namespace quarterdeck::ui::transcript {

/// The value with each text in it that is Base64 of many bytes, or an address that holds them, told by its size: nobody
/// can read it. Pure; thread: any.
[[nodiscard]] nlohmann::json withoutBytes(nlohmann::json value);

} // namespace quarterdeck::ui::transcript
