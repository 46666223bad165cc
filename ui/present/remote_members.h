#pragma once

#include "model/conversation/state/state.h"
#include "ui/present/team_member.h"

#include <set>

namespace quarterdeck::ui::present {

/// Marks members played by outside programs, and those whose program is waited for. Pure.
void setRemoteFlags(view::Team& team, const conversation::ConversationState& state,
                    const std::set<conversation::RoleName>& remote);

} // namespace quarterdeck::ui::present
