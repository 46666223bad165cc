#pragma once

#include "conversation/event.h"

#include <cstddef>
#include <string>

namespace quarterdeck::storage::search {

/// What a person reads of an event, by which it is found: words, tool calls and results, questions and answers, names
/// of files; one part a line, at most `longestSearchedText` bytes. Empty = never found.
[[nodiscard]] std::string searchedText(const conversation::EventBody& body);
inline constexpr std::size_t longestSearchedText = 4U << 20U;

} // namespace quarterdeck::storage::search
