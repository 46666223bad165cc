#include "ui/present/members.h"

#include "model/conversation/speaker.h"
#include "model/conversation/state/idle_reason.h"
#include "model/gateway/remote_session.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"
#include "ui/theme/role_look.h"

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

namespace quarterdeck::ui::transcript {

namespace {

bool isOfOthers(const conversation::ConversationState& state)
{
    return state.kind() == conversation::SessionKind::Remote || state.source().starts_with(gateway::programSource);
}

} // namespace

Presentation presentationOf(const conversation::ConversationState& state, bool isReplay, bool isImportedSession)
{
    Presentation presentation;
    presentation.isReplay = isReplay;
    presentation.isImported = isImportedSession;
    presentation.areTimesKnown = state.areTimesKnown();
    presentation.doesProgramSpeak = conversation::doesProgramSpeak(state);
    presentation.areAskersRemote = !isImportedSession && isOfOthers(state);
    presentation.hasMemories = !isReplay && !isImportedSession && state.kind() == conversation::SessionKind::Team
        && !state.source().starts_with(gateway::programSource);
    if (presentation.areAskersRemote)
        presentation.undelivered = {state.undeliveredAnswers().begin(), state.undeliveredAnswers().end()};
    for (const conversation::RoleState& role : state.roles())
        if (!isReplay && !isImportedSession && conversation::canRetryTurn(state, role))
            presentation.failures[role.role.name] = role.activitySince;
    QStringList names;
    for (const conversation::RoleState& role : state.roles())
        names.append(QString::fromStdString(role.role.name.str()));
    const QStringList initials = theme::initialsFor(names);
    const conversation::RoleState* leader = state.leader();
    int index = 0;
    for (const conversation::RoleState& role : state.roles()) {
        presentation.members.push_back({role.role.name, role.role.profile, initials.at(index).toStdString(), index + 1,
                                        theme::hueOfHire(index), &role == leader, addressesOf(role.role)});
        ++index;
    }
    return presentation;
}

} // namespace quarterdeck::ui::transcript

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
