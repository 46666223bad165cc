#pragma once

#include <QString>
#include <string>

namespace quarterdeck::ui::wording {

inline constexpr qsizetype longestLabel = 4'000;
/// Of what is shown in an editor of its own.
inline constexpr qsizetype longestDocument = 100'000;

/// What a program wrote, fit to be shown: characters that turn, hide or join text without being seen (direction marks,
/// zero-width spaces, tag characters, controls) become their short name in brackets, "[RLO]". Line breaks and tabs
/// stay; so do joiners, selectors and tags where emoji and scripts need them, but only ten of all that may be attached
/// to one character: what has no end could not be broken into lines. At most `most` UTF-16 units of it, and then an
/// ellipsis: a label lays out all that it is given, and nobody reads more in one. An emoji counts as forty, since it
/// takes longer than as many letters. Pure; thread: any.
[[nodiscard]] QString visibleText(const QString& text, qsizetype most = longestLabel);
[[nodiscard]] QString visibleText(const std::string& utf8);

} // namespace quarterdeck::ui::wording
