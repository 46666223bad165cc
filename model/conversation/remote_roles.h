#pragma once

#include "model/conversation/event.h"

#include <set>

/// Members of one of this program's own sessions that outside programs play.
namespace quarterdeck::conversation {

/// Records it in the details of a session that is about to begin. Without names it does nothing.
void setRemoteRoles(SessionStarted& started, const std::set<RoleName>& roles);
/// The names that `setRemoteRoles` recorded. None for a session that came from elsewhere (it has a source) or is not a
/// team's, whatever its details say.
[[nodiscard]] std::set<RoleName> remoteRoles(const SessionStarted& started);

} // namespace quarterdeck::conversation
