#pragma once

#include "hostile_messages/hostile_case.h"
#include "session/library.h"

#include <QObject>

namespace quarterdeck::hostile {

/// Writes a session in which an agent says the case wherever it can: as a message, a thought, a tool call and its
/// result, structured content, the name of a member, of a file and of the session, a question with its reason and its
/// answers, a note, the reason of a stop. The message is row 0.
[[nodiscard]] session::Result<session::SessionId> writeSession(session::Library& library, const HostileCase& hostile);

} // namespace quarterdeck::hostile
