#pragma once

#include "session/library.h"

#include <QString>
#include <functional>

namespace quarterdeck::transfer {

/// Whether to go on; asked again and again, while nothing is locked.
using GoesOn = std::function<bool()>;

/// A database of SQLite's as it is at one moment, with what stands in its log, also while another program writes to it.
/// One that writes by a rollback journal is kept from it only for moments, far shorter than what such programs wait
/// for, and nothing is made or changed beside its file. `to` is a place of one's own where nothing is yet. Errors: Io,
/// also when it is written to all the time; Cancelled, when it is not to go on. Thread: any but the ui's, since it
/// takes its time.
[[nodiscard]] session::Result<session::Nothing> copyDatabase(const QString& from, const QString& to,
                                                             const GoesOn& goesOn);

} // namespace quarterdeck::transfer
