#pragma once

#include "ui/present/session_row.h"

#include <QString>

/// Which sessions of the list match what was typed above it. Pure; case does not matter.
namespace quarterdeck::ui {

/// In its title, a tag (also typed as "#tag") or its note. An empty text matches all.
[[nodiscard]] bool matches(const view::SessionRow& row, const QString& typed);
/// If only its note matches: the note, from shortly before the match. Otherwise empty.
[[nodiscard]] QString noteThatMatches(const view::SessionRow& row, const QString& typed);

} // namespace quarterdeck::ui
