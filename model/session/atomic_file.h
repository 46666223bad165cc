#pragma once

class QSaveFile;

namespace quarterdeck::session {

/// Replaces the old file by what was written. False: not everything could be written (the disk is full, say), the old
/// file stays, and the file's `errorString()` tells why. Use it in place of QSaveFile's `commit()`, which, at least up
/// to Qt 6.4, overlooks a failed last write and replaces the file by half of the new one.
[[nodiscard]] bool commitAtomically(QSaveFile& file);

} // namespace quarterdeck::session
