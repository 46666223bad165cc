#pragma once

#include "model/session/library.h"

#include <QString>
#include <functional>

namespace quarterdeck::transfer {

/// Whether to go on; asked repeatedly, while nothing is locked.
using GoesOn = std::function<bool()>;

/// Copies an SQLite database as it is at one moment, including its log, even while another program writes to it. A
/// program with a rollback journal is blocked only for moments, far shorter than such programs wait for, and nothing is
/// made or changed beside its file. Of what is beside it, links, pipes and devices are refused. `to` is a private,
/// unused place. Errors: Io, also if it is written to all the time; Cancelled, if it is not to go on. Thread: any but
/// the ui's, since it takes its time.
[[nodiscard]] session::Result<session::Nothing> copyDatabase(const QString& from, const QString& to,
                                                             const GoesOn& goesOn);

} // namespace quarterdeck::transfer
