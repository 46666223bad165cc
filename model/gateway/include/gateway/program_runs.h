#pragma once

#include "session/session_hub.h"

#include <string_view>

/// The runs of programs that live in sessions of Quarterdeck's own API. They read how their run is in its log: who
/// steers it writes that there. Thread: the hub's.
namespace quarterdeck::gateway {

/// What the source of such a session begins with.
inline constexpr std::string_view programSource = "api:";

/// A session of programs that is routed here.
[[nodiscard]] bool isOfPrograms(const session::Session& session);

/// Pauses what runs, and lets go on what does not; a finished run stays. False when the session is not live, or is
/// none of theirs.
bool runOrPausePrograms(const session::SessionHub& hub, const session::SessionId& id);
/// They are asked to stop; a program says when it has. Asked again they count as gone. False as above.
bool stopPrograms(const session::SessionHub& hub, const session::SessionId& id);

} // namespace quarterdeck::gateway
