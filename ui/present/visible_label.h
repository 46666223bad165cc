#pragma once

#include <QString>

namespace quarterdeck::ui::wording {

/// `visibleText` for options to choose from, on one line: blanks at either end, repeated ones, and those that are no
/// plain space are named, too ("[SP]", "[NBSP]"), since two answers must not look the same. Pure; thread: any.
[[nodiscard]] QString visibleLabel(const QString& label);

/// The same for a label that may be mistaken for another: each non-ASCII letter is shown by its number.
[[nodiscard]] QString visibleLookalike(const QString& label);

} // namespace quarterdeck::ui::wording
