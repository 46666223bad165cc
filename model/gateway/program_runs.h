#pragma once

#include "model/session/session_hub.h"

#include <string_view>

/// The runs of programs that live in sessions of Quarterdeck's own API. They learn from the log how their run stands:
/// whoever steers it writes that there. Thread: the hub's.
namespace quarterdeck::gateway {

/// What the source of such a session begins with.
inline constexpr std::string_view programSource = "api:";

/// A session of programs whose messages are routed here.
[[nodiscard]] bool isOfPrograms(const session::Session& session);

/// Pauses a running run and resumes any other; a finished run stays. False if the session is not live, or not one of
/// theirs.
bool runOrPausePrograms(const session::SessionHub& hub, const session::SessionId& id);
/// Resumes a paused or stopped run; any other stays as it is. False as above.
bool resumePrograms(const session::SessionHub& hub, const session::SessionId& id);
/// Asks them to stop; a program says when it has. A second request counts them as gone. False as above.
bool stopPrograms(const session::SessionHub& hub, const session::SessionId& id);

} // namespace quarterdeck::gateway
