#pragma once

#include <QString>

namespace quarterdeck::ui {

/// A name to propose for saving what somebody else named: no folders, no leading dots, no control or direction
/// characters, none that a file system refuses, at most 120 characters, and the ending that belongs to `mediaType`.
/// Never empty. Pure. Thread: any.
[[nodiscard]] QString safeFileName(const QString& name, const QString& mediaType);

} // namespace quarterdeck::ui
