#pragma once

#include <QString>
#include <string>

namespace quarterdeck::ui::wording {

inline constexpr qsizetype longestLabel = 4'000;
/// Of what is shown in an editor of its own.
inline constexpr qsizetype longestDocument = 100'000;

/// What a program wrote, fit to be shown: characters that turn, hide or join text without being seen (direction marks,
/// zero-width spaces, tag characters, controls) become their short name in brackets, "[RLO]". Line breaks and tabs
/// stay; so do the joiners that emoji and variation selectors need. At most `most` UTF-16 units of it, and then an
/// ellipsis: a label lays out all that it is given, and nobody reads more in one. Pure; thread: any.
[[nodiscard]] QString visibleText(const QString& text, qsizetype most = longestLabel);
[[nodiscard]] QString visibleText(const std::string& utf8);

} // namespace quarterdeck::ui::wording
