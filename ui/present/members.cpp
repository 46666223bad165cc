#include "ui/present/members.h"

#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <QStringList>
#include <algorithm>

namespace quarterdeck::ui::present {

Members membersOf(const conversation::ConversationState& state)
{
    QStringList names;
    for (const conversation::RoleState& role : state.roles())
        names.append(wording::text(role.role.name));
    const QStringList initials = theme::initialsFor(names);
    const conversation::RoleState* leader = state.leader();
    Members members;
    for (const conversation::RoleState& role : state.roles()) {
        const auto index = static_cast<int>(members.size());
        theme::AvatarStyle look{initials.at(index), theme::hueOfHire(index), false, &role == leader, false};
        members.push_back({role.role.name, names.at(index), wording::visibleText(role.role.profile), look, index + 1});
    }
    return members;
}

const Member* find(const Members& members, const conversation::RoleName& role)
{
    const auto found = std::ranges::find(members, role, &Member::role);
    return found == members.end() ? nullptr : &*found;
}

theme::AvatarStyle lookOf(const Members& members, const conversation::RoleName& role)
{
    if (const Member* member = find(members, role))
        return member->look;
    theme::AvatarStyle stranger;
    stranger.isUnknown = true;
    return stranger;
}

} // namespace quarterdeck::ui::present
