#pragma once

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// A parameter of a tool, or a part of one.
struct ToolParameter
{
    std::string name;
    std::optional<std::string> type = "string"; ///< of JSON Schema
    std::optional<std::string> description;
    std::optional<std::vector<std::string>> allowed; ///< `enum`
    bool isRequired = false;
    std::vector<ToolParameter> children; ///< members of an object
    std::vector<ToolParameter> items;    ///< an array's one kind of element, or nothing
};

/// A tool that a model may call.
struct Tool
{
    std::string name;
    std::optional<std::string> description;
    std::vector<ToolParameter> parameters;
    bool isProvider = false; ///< the server's own: only its name is sent
};

} // namespace quarterdeck::formats
