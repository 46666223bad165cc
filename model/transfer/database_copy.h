#pragma once

#include "session/library.h"

#include <QString>

namespace quarterdeck::transfer {

/// A database of SQLite's as it is at one moment, with what stands in its log, also while another program writes to it.
/// That program waits at most as long as the copy takes, and nothing is made or changed beside its file. `to` is a
/// place of one's own where nothing is yet. Errors: Io. Thread: any.
[[nodiscard]] session::Result<session::Nothing> copyDatabase(const QString& from, const QString& to);

} // namespace quarterdeck::transfer
