#pragma once

#include "model/agents/definition/team_definition.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

/// The words of a team's file, in one place for reader and writer.
namespace quarterdeck::team::words {

inline constexpr const char* format = "quarterdeck-team";
inline constexpr int version = 1;

template <typename Value>
using Words = std::pair<std::string_view, Value>;

inline constexpr std::array<Words<ToolPolicy>, 3> policies{
    {{"allow", ToolPolicy::Allow}, {"deny", ToolPolicy::Deny}, {"ask", ToolPolicy::Ask}}};
inline constexpr std::array<Words<Overflow>, 2> overflows{
    {{"drop", Overflow::Drop}, {"summarise", Overflow::Summarise}}};
inline constexpr std::array<Words<conversation::AddressNote>, 3> addressNotes{
    {{"mgx_text", conversation::AddressNote::MgxText},
     {"json_line", conversation::AddressNote::JsonLine},
     {"none", conversation::AddressNote::None}}};

template <typename Table>
[[nodiscard]] auto valueOf(const Table& table, std::string_view word) -> std::optional<decltype(table[0].second)>
{
    for (const auto& [known, value] : table)
        if (known == word)
            return value;
    return std::nullopt;
}
template <typename Table, typename Value>
[[nodiscard]] std::string_view wordOf(const Table& table, Value value)
{
    for (const auto& [word, known] : table)
        if (known == value)
            return word;
    return {};
}

[[nodiscard]] inline std::optional<ToolPolicy> policyOf(std::string_view word) { return valueOf(policies, word); }
[[nodiscard]] inline std::optional<Overflow> overflowOf(std::string_view word) { return valueOf(overflows, word); }
[[nodiscard]] inline std::optional<conversation::AddressNote> addressNoteOf(std::string_view word)
{
    return valueOf(addressNotes, word);
}

} // namespace quarterdeck::team::words
