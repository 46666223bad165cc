#pragma once

#include "hostile_case.h"
#include "model/session/library.h"

#include <QStringList>
#include <memory>

/// What becomes of a case outside the window.
namespace quarterdeck::hostile {

/// Faults in what the desktop would be told: such texts may be read as markup there, and must say what is asked.
[[nodiscard]] QStringList notificationFaults(const HostileCase& hostile);

/// Writes the session as HTML and opens that in a browser which would run scripts, load and go anywhere: the faults.
/// Thread: ui.
[[nodiscard]] QStringList exportedPageFaults(const std::shared_ptr<session::Library>& library,
                                             const session::SessionId& session, const HostileCase& hostile);

} // namespace quarterdeck::hostile
