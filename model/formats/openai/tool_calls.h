#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace quarterdeck::formats {

/// What an assistant's message calls.
struct ParsedToolCalls
{
    std::vector<conversation::ToolUseBlock> calls;
    bool areOdd = false; ///< some cannot be rebuilt from the blocks: the list must be kept as it came
};
/// `tool_calls`, or the older `function_call`; nothing when they are no list. Of a call that is no function's the name
/// and what it gives are taken; what is no call is passed over.
[[nodiscard]] std::optional<ParsedToolCalls> readToolCalls(const nlohmann::json& message, const ReadLimits& limits);
/// A call whose arguments are a model's own text: kept as written where they are no JSON or do not give the same text
/// again.
[[nodiscard]] conversation::ToolUseBlock toolUseOf(std::string id, std::string name, const std::string& arguments,
                                                   const ReadLimits& limits = {});
/// Whether a message calls tools.
[[nodiscard]] bool hasToolCalls(const nlohmann::json& message);

} // namespace quarterdeck::formats
