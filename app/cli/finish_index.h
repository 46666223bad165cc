#pragma once

#include "app/cli/import_via_instance.h"
#include "app/services/console.h"
#include "app/services/instance_server.h"
#include "model/session/library.h"

#include <stop_token>

namespace quarterdeck::app {

/// The last thing before a library is closed: its writer indexes on its own what a search would miss, and this waits
/// for it and reports how much is left. Meanwhile it imports for later starts. It ends when somebody else wants the
/// library (`InstanceServer::libraryRequested`), or when stopped; the rest is then left to the next owner. Runs the
/// event loop.
void finishIndex(session::Library& library, InstanceServer& owner, ImportService& service, Console& console,
                 const std::stop_source& stop);

} // namespace quarterdeck::app
