#pragma once

#include <QString>

namespace quarterdeck::conversation {

/// A program's text made safe to show: characters that invisibly turn, hide or join text (direction marks, zero-width
/// spaces, tag characters, controls) become their short name in brackets, "[RLO]". Line breaks and tabs stay; so do
/// joiners, selectors and tags where emoji and scripts need them, but at most ten of whatever attaches to one
/// character, since a cluster without end could not be broken into lines. Pure; thread: any.
[[nodiscard]] QString visibleText(const QString& text);

} // namespace quarterdeck::conversation
