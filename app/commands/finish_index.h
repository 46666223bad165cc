#pragma once

#include "app/commands/console.h"
#include "app/commands/import_by_owner.h"
#include "app/owner.h"
#include "session/library.h"

#include <stop_token>

namespace quarterdeck::app {

/// What is left to do before a library is closed: its writer indexes by itself what a search would not find, and this
/// waits for it and tells how much is left. Meanwhile it imports for later starts; whoever else wants the library ends
/// it (`Owner::libraryWanted`), and so does the stop. What is not indexed then waits for the next one who has the
/// library. Runs the event loop.
void finishIndex(session::Library& library, Owner& owner, ImportService& service, Console& console,
                 const std::stop_source& stop);

} // namespace quarterdeck::app
