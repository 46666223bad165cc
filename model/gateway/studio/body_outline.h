#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

namespace quarterdeck::gateway {

/// Of a body that asks for more than is read (numbers that are too long, too many values, nested too deep): the members
/// by which it is known whose it is, "runId", "id", "replyId" and the like, and those of its "msg"; what they hold must
/// be a text, a number or a word. Nothing for what is no JSON either, as Python's json module writes it. In time that
/// grows with the text, in little memory; never throws. Pure; thread: any.
[[nodiscard]] std::optional<nlohmann::json> outlineOf(std::string_view body);

} // namespace quarterdeck::gateway
