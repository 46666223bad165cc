#pragma once

#include "ui/view/session_row.h"

#include <QString>

/// Which sessions of the list have what was typed over it. Pure; case does not count.
namespace quarterdeck::ui {

/// In its title, a tag (also typed as "#tag") or its note. Nothing typed matches all.
[[nodiscard]] bool matches(const view::SessionRow& row, const QString& typed);
/// Where only its note has it: the note, from shortly before there. Else empty.
[[nodiscard]] QString noteThatMatches(const view::SessionRow& row, const QString& typed);

} // namespace quarterdeck::ui
