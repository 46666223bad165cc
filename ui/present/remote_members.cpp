#include "ui/present/remote_members.h"

namespace quarterdeck::ui::present {

void setRemoteFlags(view::Team& team, const conversation::ConversationState& state,
                    const std::set<conversation::RoleName>& remote)
{
    for (view::TeamMember& member : team) {
        const conversation::RoleName name(member.key.toStdString());
        const conversation::RoleState* role = state.role(name);
        if (role == nullptr || !remote.contains(name))
            continue;
        member.isRemote = true;
        // It is its turn, and nothing says that its program has received its mail.
        member.isAwaited = member.state == theme::StateGlyph::Thinking && !role->hasWork;
        if (member.isAwaited)
            member.state = theme::StateGlyph::Idle; // nobody is seen at work
    }
}

} // namespace quarterdeck::ui::present
