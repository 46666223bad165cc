#include "ui/present/presentation.h"

#include "model/conversation/speaker.h"
#include "model/conversation/state/idle_reason.h"
#include "model/gateway/program_runs.h"
#include "ui/theme/role_look.h"

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
