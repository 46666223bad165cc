#pragma once

#include "model/session/library.h"
#include "model/transfer/import/import_job.h"

#include <QObject>
#include <functional>
#include <memory>

namespace quarterdeck::app {

/// The recorded sessions that ship with the program (resources/samples), to be marked as samples.
[[nodiscard]] transfer::ImportRequest sampleSessions();

/// Imports them if the library has no session at all and can be written. `done` is called once, on the thread of
/// `context`, with what was imported (nothing: an empty report), unless `context` is destroyed first. Thread: that of
/// `context`.
void importSamples(const std::shared_ptr<session::Library>& library, QObject* context,
                   std::function<void(const transfer::ImportReport&)> done);

} // namespace quarterdeck::app
