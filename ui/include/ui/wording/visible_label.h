#pragma once

#include <QString>

namespace quarterdeck::ui::wording {

/// `visibleText` for what is to be chosen, in one line: blanks at either end, a second one in a row and those that are
/// no plain space are named too ("[SP]", "[NBSP]"), since two answers may not look the same. Pure; thread: any.
[[nodiscard]] QString visibleLabel(const QString& label);

/// The same for a label that may be mistaken for another: each letter outside of ASCII is shown by its number.
[[nodiscard]] QString visibleLookalike(const QString& label);

} // namespace quarterdeck::ui::wording
