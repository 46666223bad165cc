#include "ui/present/composer.h"

#include "model/conversation/compose.h"
#include "model/gateway/remote_session.h"
#include "ui/present/present.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace quarterdeck::ui::present {

namespace {

/// Translated as the panel's.
struct ComposerText
{
    Q_DECLARE_TR_FUNCTIONS(quarterdeck::ui::Composer)
};

using theme::ChipStyle;

constexpr std::size_t chipsShown = 3;

QString addressOf(const Member& member) { return QString::fromStdString(member.role.str()); }

ComposerMember composerMember(const Member& member)
{
    return {member.name, member.profile, member.look, addressOf(member)};
}

ChipStyle chipOf(const Members& members, const conversation::RoleName& role, bool isPrivate)
{
    const Member* member = find(members, role);
    return {isPrivate ? ChipStyle::Kind::Private : ChipStyle::Kind::Role, wording::text(role),
            member != nullptr ? member->look.hue : 0, false};
}

/// If there are more than three: two and "+n".
std::vector<ChipStyle> chipsOf(const Members& members, const std::vector<conversation::RoleName>& roles, bool isPrivate)
{
    std::vector<ChipStyle> chips;
    const std::size_t shown = roles.size() > chipsShown ? chipsShown - 1 : roles.size();
    for (std::size_t i = 0; i < shown; ++i)
        chips.push_back(chipOf(members, roles[i], isPrivate));
    if (shown < roles.size())
        chips.push_back({ChipStyle::Kind::Everyone, QStringLiteral("+%1").arg(roles.size() - shown), 0, false});
    return chips;
}

std::vector<int> lanesOf(const Members& members, const std::vector<conversation::RoleName>& roles)
{
    std::vector<int> lanes;
    for (const conversation::RoleName& role : roles)
        if (const Member* member = find(members, role))
            lanes.push_back(member->lane);
    return lanes;
}

/// The person is asked in *Needs you* whether it may use more money or rounds.
bool waitsForMore(const conversation::ConversationState& state)
{
    using conversation::RunCauseKind;
    const RunCauseKind cause = state.runCause().kind;
    return state.runState() == conversation::RunState::Paused
        && (cause == RunCauseKind::BudgetUsedUp || cause == RunCauseKind::RoundsDone);
}

/// A team that was stopped or paused reads nothing; after its end, the person's word sets one of this program going.
void tellWaiting(ComposerPreview& view, const conversation::ConversationState& state)
{
    using conversation::RunState;
    using conversation::SessionKind;
    const bool isOfProgram = state.source().starts_with(gateway::programSource);
    const bool isTeam = state.kind() == SessionKind::Team || state.kind() == SessionKind::Demo;
    const RunState run = state.runState();
    if (!(isOfProgram || (isTeam && state.source().empty())) || view.isRefused)
        return;
    if (waitsForMore(state)) {
        view.waiting = ComposerText::tr("The team is waiting for your answer in Needs you: it reads this after that.");
        return;
    }
    if (isOfProgram && (run == RunState::Stopped || run == RunState::StopRequested)) {
        view.waiting = ComposerText::tr("The program was told to stop: nobody may read this.");
        return;
    }
    if (run == RunState::Stopped)
        view.waiting = ComposerText::tr("The team is stopped: it reads this when you resume.");
    else if (run == RunState::StopRequested)
        view.waiting = ComposerText::tr("The team is being stopped: it reads this when you resume.");
    else if (run == RunState::Paused)
        view.waiting = ComposerText::tr("The team is paused: it reads this when you resume.");
    view.canResume = run == RunState::Stopped || run == RunState::Paused;
}

} // namespace

std::vector<ComposerMember> composerMembers(const Members& members)
{
    std::vector<ComposerMember> rows;
    for (const Member& member : members)
        rows.push_back(composerMember(member));
    return rows;
}

qsizetype namesLength(const conversation::ConversationState& state, const QString& typed)
{
    const std::string body = conversation::readAddress(state, typed.toStdString()).body;
    return typed.size() - QString::fromStdString(body).size();
}

ComposerPreview composerPreview(const conversation::ConversationState& state, const Members& members,
                                const QString& typed, conversation::Audience audience,
                                const conversation::RoleName& chatWith)
{
    const std::string text = typed.toStdString();
    const conversation::ComposedAddress address = conversation::readAddress(state, text);
    const conversation::SendPreview preview = conversation::previewSend(state, text, audience, chatWith);
    ComposerPreview view;
    view.isRefused = preview.error.has_value();
    view.isPrivate = preview.route.isPrivate;
    view.canSwitchAudience = preview.canBePrivate;
    view.sentence = wording::sendSentence(preview, state);
    if (address.isEveryone || (preview.acts.empty() && !view.isRefused))
        view.recipients.push_back({ChipStyle::Kind::Everyone, ComposerText::tr("everyone"), 0, false});
    else
        view.recipients = chipsOf(members, preview.acts, view.isPrivate);
    for (const std::string& unknown : address.unknown)
        view.recipients.push_back({ChipStyle::Kind::Unknown, wording::visibleText(unknown), 0, false});
    if (!view.recipients.empty())
        view.recipients.back().opensMenu = true;
    view.lanes = lanesOf(members, preview.acts);
    view.hearingLanes = lanesOf(members, preview.hears);
    tellWaiting(view, state);
    return view;
}

void setHeld(ComposerPreview& view)
{
    if (view.isRefused)
        return;
    view.waiting = ComposerText::tr("The team reads this once you let it continue.");
    view.canResume = false;
}

std::vector<CompletionRow> completions(const conversation::ConversationState& state, const Members& members,
                                       const QString& prefix, const conversation::RoleName& chatWith)
{
    std::vector<CompletionRow> rows;
    for (const Member& member : members) {
        if (!addressOf(member).startsWith(prefix, Qt::CaseInsensitive))
            continue;
        const std::string typed = "@" + member.role.str() + " …";
        const conversation::SendPreview preview =
            conversation::previewSend(state, typed, conversation::Audience::ByDefault, chatWith);
        const bool isBusy = !preview.route.busyRoles.empty();
        const theme::Icon icon = isBusy ? theme::Icon::Play
            : preview.route.isPrivate   ? theme::Icon::Lock
                                        : theme::Icon::Eye;
        rows.push_back({composerMember(member), wording::completionEffect(preview), icon, preview.route.isPrivate});
    }
    return rows;
}

} // namespace quarterdeck::ui::present
