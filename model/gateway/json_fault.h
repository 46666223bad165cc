#pragma once

#include <string>
#include <string_view>

namespace quarterdeck::gateway {

/// What is accepted beyond JSON. Half characters (lone surrogates) always are.
enum class JsonBy {
    Rules,  ///< nothing
    Python, ///< NaN and Infinity, as Python's json module writes them
};

/// Why a program's body was refused as JSON: one English sentence, with the line and column (in characters, from 1) at
/// which it stops being JSON, or that it nests deeper than `maxDepth`. For valid JSON it says that it may hold more
/// than is read. Never throws. Pure; thread: any.
[[nodiscard]] std::string jsonFaultIn(std::string_view body, JsonBy by, int maxDepth);

} // namespace quarterdeck::gateway
