#pragma once

#include "model/conversation/event.h"
#include "model/conversation/message.h"
#include "model/conversation/route.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::conversation {

/// What programs outside say, and must not be taken for.

/// Under this key, the metadata of what a program said in the person's name have by which way it did.
inline constexpr const char* toldByKey = "via";
/// It has the person's mark, but a program outside said it: it is routed as theirs, and not shown as their word.
[[nodiscard]] bool isToldByProgram(const Message& message);
/// Notes that; `way` is the protocol.
void setToldByProgram(Message& message, const char* way);

/// What the speaker of a dropped message is told: by the program, so it wakes nobody that had ended.
[[nodiscard]] bool isDropNotice(const Message& message);
void setDropNotice(Message& message);

/// Whether a name is one of this program's own, such as `action::step`: "quarterdeck." and anything. What bears one has
/// a meaning here, so nobody outside may give one.
[[nodiscard]] bool isOwnName(std::string_view name);
/// Likewise for the keys of a message's metadata by which agents that live here note what they did.
[[nodiscard]] bool isOwnMetadataKey(std::string_view key);
/// An action as another system's recording names it. One of our own names means nothing there, and is told apart.
[[nodiscard]] ActionName recordedAction(std::string name);

/// What an outside environment that follows MGXEnv's rules did with a message.
struct OutsideRoute
{
    RoutingRule rule = RoutingRule::None;
    bool isPrivate = false;       ///< only the person, and those of the direct chat, know it
    std::vector<RoleName> opened; ///< members that entered a direct chat by it
    std::vector<RoleName> ended;  ///< members that left theirs by it
    friend bool operator==(const OutsideRoute&, const OutsideRoute&) = default;
};

/// Notes it beside a message that is to be recorded (`RecordMessage`): under a key of this program's own in the
/// metadata, which no outsider may send. It becomes the message's route, and is not stored beside it.
void noteOutsideRoute(Message& message, const OutsideRoute& route);
/// Takes it out again.
[[nodiscard]] std::optional<OutsideRoute> takeOutsideRoute(Message& message);

/// Members of one of this program's own sessions that outside programs play.

/// Records it in the details of a session that is about to begin. Without names it does nothing.
void setRemoteRoles(SessionStarted& started, const std::set<RoleName>& roles);
/// The names that `setRemoteRoles` recorded. None for a session that came from elsewhere (it has a source) or is not a
/// team's, whatever its details say.
[[nodiscard]] std::set<RoleName> remoteRoles(const SessionStarted& started);

} // namespace quarterdeck::conversation
