#pragma once

#include "hostile_case.h"
#include "model/session/library.h"

#include <QObject>

namespace quarterdeck::hostile {

/// Writes a session in which an agent says the case wherever it can: as a message, a thought, a tool call and its
/// result, structured content, the name of a member, of a file and of the session, a form, a question with its reason
/// and its answers, a note, the reason of a stop. The message is row 0, the question the last.
[[nodiscard]] session::Result<session::SessionId> writeSession(session::Library& library, const HostileCase& hostile);

/// A session with this as its only message.
[[nodiscard]] session::Result<session::SessionId> writeMessage(session::Library& library, const HostileCase& hostile,
                                                               const std::string& text);

} // namespace quarterdeck::hostile
