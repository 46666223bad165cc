#pragma once

#include "conversation/event.h"

#include <set>

/// Members of a session of this program's own whom programs outside play.
namespace quarterdeck::conversation {

/// Writes it into the details of a session that is to begin. Nothing for no names.
void leaveToPrograms(SessionStarted& started, const std::set<RoleName>& roles);
/// What `leaveToPrograms` wrote. Nobody in a session that came from elsewhere (it has a source) or is none of a team,
/// whatever its details say.
[[nodiscard]] std::set<RoleName> remoteRoles(const SessionStarted& started);

} // namespace quarterdeck::conversation
