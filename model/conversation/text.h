#pragma once

#include <QString>

#include <cstddef>
#include <string>
#include <string_view>

namespace quarterdeck::conversation::utf8 {

/// At most `maxBytes` bytes of a text, cut between characters, with "…" where something was cut.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t maxBytes);

/// Continues a character that an earlier byte started.
[[nodiscard]] constexpr bool isContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

/// The bytes of the character that starts at `at`; 1 for a byte that starts none.
[[nodiscard]] std::size_t lengthAt(std::string_view text, std::size_t at);

/// The bytes of the white space (Unicode's, as Python's str.isspace) that starts at `at`; 0 for anything else.
[[nodiscard]] std::size_t spaceAt(std::string_view text, std::size_t at);

} // namespace quarterdeck::conversation::utf8

namespace quarterdeck::conversation {

/// A program's text made safe to show: characters that invisibly turn, hide or join text (direction marks, zero-width
/// spaces, tag characters, controls) become their short name in brackets, "[RLO]". Line breaks and tabs stay; so do
/// joiners, selectors and tags where emoji and scripts need them, but at most ten of whatever attaches to one
/// character, since a cluster without end could not be broken into lines. Pure; thread: any.
[[nodiscard]] QString visibleText(const QString& text);

/// Whether a title is only the beginning of what was asked: sessions of programs are titled by their first question.
[[nodiscard]] bool isTitleOfQuestion(QString title, const QString& question);

} // namespace quarterdeck::conversation
