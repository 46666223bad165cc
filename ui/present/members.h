#pragma once

#include "model/conversation/state/state.h"
#include "ui/theme/role_look.h"

#include <QString>
#include <vector>

namespace quarterdeck::ui::present {

/// How each member looks, everywhere: lane, hue and initials by hire order. Lane 0 is the person.
struct Member
{
    conversation::RoleName role;
    QString name; ///< for display; `role` identifies it
    QString profile;
    theme::AvatarStyle look;
    int lane = 0; ///< 1, 2, 3 …
    friend bool operator==(const Member&, const Member&) = default;
};
using Members = std::vector<Member>;

[[nodiscard]] Members membersOf(const conversation::ConversationState& state);
/// Null if not a member.
[[nodiscard]] const Member* find(const Members& members, const conversation::RoleName& role);
/// Looks of a name that may be nobody's: the person's for "you", a neutral "?" for a stranger.
[[nodiscard]] theme::AvatarStyle lookOf(const Members& members, const conversation::RoleName& role);

} // namespace quarterdeck::ui::present
