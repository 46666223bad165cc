#pragma once

class QSaveFile;

namespace quarterdeck::session {

/// Puts what was written into place of the file that was there. False: not all of it could be written (the disk is
/// full, say), what was there stays, and the file's `errorString()` tells why. Instead of QSaveFile's own `commit()`,
/// which until Qt 6.4 at least says nothing of a last write that failed, and replaces the file by half of the new one.
[[nodiscard]] bool commitWhole(QSaveFile& file);

} // namespace quarterdeck::session
