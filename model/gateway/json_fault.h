#pragma once

#include <string>
#include <string_view>

namespace quarterdeck::gateway {

/// What is taken beside JSON. Half characters (lone surrogates) are in any case.
enum class JsonBy {
    Rules,  ///< nothing
    Python, ///< NaN and Infinity, as Python's json module writes them
};

/// Why a body that a program sent was refused as JSON: one English sentence, with the line and the column (in
/// characters, from 1) from which on it is none, or that it nests deeper than `maxDepth`. Of a body that is JSON it
/// says that it may hold more than is read. Never throws. Pure; thread: any.
[[nodiscard]] std::string jsonFaultIn(std::string_view body, JsonBy by, int maxDepth);

} // namespace quarterdeck::gateway
