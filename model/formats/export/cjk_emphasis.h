#pragma once

#include <string>
#include <string_view>

namespace quarterdeck::formats::html {

/// A sign that is not in the text, which counts as punctuation and is seen; empty: none is left of those that are
/// tried.
[[nodiscard]] std::string unusedMark(std::string_view text);

/// The text with something else in place of a mark, if that is not empty.
[[nodiscard]] std::string withFor(const std::string& text, const std::string& mark, std::string_view other);

/// A text in which CommonMark finds the emphasis that the window finds, beside Chinese, Japanese and Korean words.
struct SpacedWords
{
    std::string text;
    std::string mark; ///< what was put between, to be removed from what is made of it; may be empty
};

/// Asterisks and tildes between such a word and punctuation neither begin nor end anything without a space, which
/// nobody writes there: `**注意：**下面` would keep its asterisks. A mark takes its place, so that lines stay lines.
/// Pure.
[[nodiscard]] SpacedWords spacedWords(const std::string& markdown);

} // namespace quarterdeck::formats::html
