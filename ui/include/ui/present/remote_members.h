#pragma once

#include "conversation/state.h"
#include "ui/view/team_member.h"

#include <set>

namespace quarterdeck::ui::present {

/// Marks the members whom programs outside play, and those of them whose program is waited for. Pure.
void markRemote(view::Team& team, const conversation::ConversationState& state,
                const std::set<conversation::RoleName>& remote);

} // namespace quarterdeck::ui::present
