#pragma once

#include "model/agents/definition/team_definition.h"

#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::team {

/// Removes from a tool's output what is of no use to a model. Pure; linear in its length; thread: any.
struct ResultFilter
{
    const char* name;
    std::string (*filtered)(std::string_view output);
};

/// All filters, in the order in which they are applied, whatever order a team names them in; see `result_filters.cpp`,
/// where another one is one line.
[[nodiscard]] const std::vector<ResultFilter>& resultFilters();
[[nodiscard]] bool isResultFilter(std::string_view name);

namespace result_filter {
inline constexpr const char* controlCharacters = "control_characters"; ///< all but line breaks and tabs
inline constexpr const char* scriptBlocks = "script_blocks";           ///< <script> elements, fenced JavaScript
inline constexpr const char* consoleLines = "console_lines";           ///< a page's console output
inline constexpr const char* yamlBlocks = "yaml_blocks";               ///< fenced YAML, such as a page's snapshot
inline constexpr const char* size = "size";                            ///< of a long one, its beginning and its end
/// In a team's `resultFilters`: for every tool that is not named.
inline constexpr const char* everyTool = "*";
} // namespace result_filter

/// The filters that a team wants for a tool: those named for it, otherwise those for every tool, otherwise control
/// characters and size.
[[nodiscard]] const std::vector<std::string>& filtersFor(const TeamDefinition& team, const std::string& tool);
/// A tool's output as a model of the team gets it. The transcript keeps the original.
[[nodiscard]] std::string resultForPrompt(const TeamDefinition& team, const std::string& tool,
                                          const std::string& output);

} // namespace quarterdeck::team
