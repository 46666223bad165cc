#pragma once

#include "model/conversation/message.h"
#include "model/conversation/role.h"
#include "model/conversation/settings.h"

#include <functional>
#include <vector>

namespace quarterdeck::conversation {

/// What a role finds when it takes its buffer (Role._observe): pure. `isRemembered` tells what it already remembers
/// (asked by id, so that the state need not hold a memory); `mail` is in buffer order.
struct Observation
{
    std::vector<Message> remembered; ///< goes to memory (all of it, or only news if the role does not observe all)
    std::vector<Message> news;       ///< names it in send_to, or its cause is watched
};
/// In Fidelity::Mgx only the role's name counts as naming it; else any of its addresses, and its profile with
/// RoutingOption::ProfileIsAddress.
[[nodiscard]] Observation observe(const Role& role, const std::vector<Message>& mail,
                                  const std::function<bool(const Message&)>& isRemembered,
                                  const RoutingSettings& routing = {});

} // namespace quarterdeck::conversation
