#pragma once

#include "model/conversation/message.h"
#include "model/conversation/route.h"

#include <optional>
#include <vector>

namespace quarterdeck::conversation {

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

} // namespace quarterdeck::conversation
