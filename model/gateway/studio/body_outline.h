#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

namespace quarterdeck::gateway {

/// For a body beyond the parser's limits (numbers too long, too many values, nested too deeply): the members that
/// identify it, "runId", "id", "replyId" and the like, and those of its "msg", if they are strings, numbers or words.
/// Empty if it is not JSON, even in Python's form. Takes time linear in the text and little memory; never throws. Pure;
/// thread: any.
[[nodiscard]] std::optional<nlohmann::json> outlineOf(std::string_view body);

} // namespace quarterdeck::gateway
