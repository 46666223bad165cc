#pragma once

#include <QString>

namespace quarterdeck::conversation {

/// What a program wrote, fit to be shown: characters that turn, hide or join text without being seen (direction marks,
/// zero-width spaces, tag characters, controls) become their short name in brackets, "[RLO]". Line breaks and tabs
/// stay; so do joiners, selectors and tags where emoji and scripts need them, but only ten of all that may be attached
/// to one character: what has no end could not be broken into lines. Pure; thread: any.
[[nodiscard]] QString visibleText(const QString& text);

} // namespace quarterdeck::conversation
