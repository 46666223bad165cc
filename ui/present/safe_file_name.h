#pragma once

#include <QString>

namespace quarterdeck::ui {

/// Proposes names for saving what somebody else named: no folders, no leading dots, no control or direction characters,
/// nothing that file systems refuse, not too long, and with the right extension. Never empty. Pure. Thread: any.

/// For an image: the ending is one that belongs to `mediaType`.
[[nodiscard]] QString safeImageName(const QString& name, const QString& mediaType);
/// For any file: its own ending, else one that belongs to `mediaType`. What a desktop would run on a double click
/// (`setup.exe`, `notes.desktop`, `run.sh`) gets `.download` after it, which the person may take away.
[[nodiscard]] QString safeFileName(const QString& name, const QString& mediaType);
/// For what has a title instead of a file name; `ending` without its dot.
[[nodiscard]] QString safeNameOfTitle(const QString& title, const QString& ending);

} // namespace quarterdeck::ui
