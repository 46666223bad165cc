#include "ui/present/open_session.h"

#include "model/agents/run/artifacts.h"
#include "model/conversation/state/idle_reason.h"
#include "model/formats/export/calls_and_results.h"
#include "model/gateway/remote_session.h"
#include "ui/present/present.h"
#include "ui/present/quantities.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace quarterdeck::ui::present {

namespace {

using conversation::RoleActivity;

struct BurnWords
{
    Q_DECLARE_TR_FUNCTIONS(BurnWords)
};

struct RestWords
{
    Q_DECLARE_TR_FUNCTIONS(RestWords)
};

struct RunWords
{
    Q_DECLARE_TR_FUNCTIONS(RunWords)
};

struct Titles
{
    Q_DECLARE_TR_FUNCTIONS(Titles)
};

theme::StateGlyph glyphOf(RoleActivity activity)
{
    switch (activity) {
    case RoleActivity::Idle:
        return theme::StateGlyph::Idle;
    case RoleActivity::Thinking:
        return theme::StateGlyph::Thinking;
    case RoleActivity::Acting:
        return theme::StateGlyph::Acting;
    case RoleActivity::WaitingForUser:
        return theme::StateGlyph::Waiting;
    case RoleActivity::Paused:
        return theme::StateGlyph::Paused;
    case RoleActivity::Failed:
        return theme::StateGlyph::Failed;
    }
    return theme::StateGlyph::Idle;
}

/// Its mail could not be read, for instance: such a pause is nobody's choice.
bool isFault(const conversation::RunCause& cause) { return cause.kind == conversation::RunCauseKind::MailUnreadable; }

/// An outside program's presence is no run: view::Connection tells it.
view::RunState runOf(const conversation::ConversationState& state)
{
    using conversation::RunState;
    const bool isRemote = state.kind() == conversation::SessionKind::Remote;
    switch (state.runState()) {
    case RunState::NotStarted:
        return view::RunState::NotStarted;
    case RunState::Running:
        if (conversation::idleReasonOf(state) == conversation::IdleReason::AfterFailure)
            return view::RunState::Failed;
        if (!state.held().empty())
            return view::RunState::Held;
        if (conversation::idleReasonOf(state))
            return view::RunState::AtRest;
        if (!state.openQuestions().empty())
            return view::RunState::WaitingForUser;
        return isRemote ? view::RunState::NotStarted : view::RunState::Running;
    case RunState::Paused:
        if (isFault(state.runCause()))
            return view::RunState::Failed;
        return conversation::isPausing(state) ? view::RunState::Pausing : view::RunState::Paused;
    case RunState::StopRequested:
        return view::RunState::Stopping;
    case RunState::Stopped:
        return isRemote ? view::RunState::NotStarted : view::RunState::Stopped;
    case RunState::Finished:
        return view::RunState::Finished;
    }
    return view::RunState::NotStarted;
}

/// Nothing goes on in a recording, whatever was going on when it was made.
view::RunState runOfRecording(const conversation::ConversationState& state)
{
    const view::RunState run = runOf(state);
    const bool hasEnded = run == view::RunState::Finished || run == view::RunState::Stopped;
    return hasEnded ? run : view::RunState::Recorded;
}

/// The role that failed at its work; null if the run itself did.
const conversation::RoleState* whoFailed(const conversation::ConversationState& state)
{
    const auto& roles = state.roles();
    const auto failed = std::ranges::find_if(roles, [](const conversation::RoleState& role) {
        return role.activity == RoleActivity::Failed && role.hasNews;
    });
    return conversation::idleReasonOf(state) && failed != roles.end() ? &*failed : nullptr;
}

/// Follows "Failed", with the whole text as its tooltip.
void tellFailure(view::ToolbarState& bar, const conversation::ConversationState& state)
{
    bar.failure = bar.reason;
    bar.canChooseModel =
        state.kind() == conversation::SessionKind::Team && state.source().empty() && whoFailed(state) != nullptr;
    if (const conversation::RoleState* failed = whoFailed(state)) {
        bar.reason = RestWords::tr("%1 could not continue").arg(wording::visibleText(failed->role.name.str()));
        bar.failure = wording::visibleText(failed->activityDetail);
    }
}

/// A program that never reported how its run stands will not react to buttons.
bool canSteer(const conversation::ConversationState& state)
{
    using conversation::SessionKind;
    const bool isOfProgram = state.source().starts_with(gateway::programSource);
    const bool hasTeam = state.kind() == SessionKind::Team || state.kind() == SessionKind::Demo;
    return hasTeam && (!isOfProgram || state.runState() != conversation::RunState::NotStarted);
}

bool isStillAtIt(const conversation::ConversationState& state, const conversation::RoleState& role)
{
    if (state.runState() == conversation::RunState::Paused)
        return conversation::isEndingTurn(state, role);
    return role.activity != RoleActivity::Idle && role.activity != RoleActivity::Failed;
}

/// Follows "Stopping" and "Pausing"; empty if everybody is done, or nobody knows.
QString whoIsWaitedFor(const conversation::ConversationState& state)
{
    QStringList names;
    for (const conversation::RoleState& role : state.roles())
        if (isStillAtIt(state, role))
            names << wording::visibleText(role.role.name.str());
    //: %1 is a member's name, or several
    return names.isEmpty() ? QString() : RunWords::tr("waiting for %1").arg(names.join(QStringLiteral(", ")));
}

void tellActivity(view::TeamMember& row, const conversation::RoleState& role)
{
    row.state = glyphOf(role.activity);
    row.activity = wording::visibleText(role.activityDetail);
    if (role.activitySince.msSinceEpoch > 0)
        row.since = role.activitySince;
}

void tellQuestion(view::TeamMember& row, const conversation::ConversationState& state,
                  const conversation::RoleState& role)
{
    if (const conversation::OpenQuestion* asked = state.questionWaitedFor(role)) {
        row.state = theme::StateGlyph::Waiting;
        row.activity.clear();
        row.since = asked->question.askedAt;
    } else {
        row.asksUser = std::ranges::any_of(state.openQuestions(),
                                           [&](const auto& open) { return open.question.asker == role.role.name; });
    }
}

bool hasTeamHere(const conversation::ConversationState& state)
{
    return state.kind() == conversation::SessionKind::Team || state.kind() == conversation::SessionKind::Demo;
}

view::TeamMember teamMember(const conversation::ConversationState& state, const Member& member,
                            const conversation::RoleState& role, bool isReplay, bool isImportedSession)
{
    view::TeamMember row;
    row.key = QString::fromStdString(member.role.str());
    row.name = member.name;
    row.profile = member.profile;
    row.avatar = member.look;
    // At the end of a recording nobody is busy any more, whatever the log's last word.
    const bool isOver = isImportedSession && !isReplay;
    if (!isOver || role.activity == RoleActivity::Failed)
        tellActivity(row, role);
    if (!isOver)
        tellQuestion(row, state, role);
    row.isInDirectChat =
        std::ranges::any_of(state.directChats(), [&](const auto& chat) { return chat.role == member.role; });
    // The cost of what comes from elsewhere is either included or unknown.
    row.mode = role.mode;
    row.canBeSteered = hasTeamHere(state) && state.source().empty() && !isReplay && !isImportedSession;
    row.canRetry = conversation::canRetryTurn(state, role) && !isReplay && !isImportedSession;
    const bool isForeign = isImportedSession || state.kind() == conversation::SessionKind::Remote;
    row.unread = isMailKnown(state) && !isImportedSession ? static_cast<int>(role.unread()) : 0;
    if (role.isCostKnown && !(isForeign && role.tokens == 0))
        row.dollars = role.cost;
    row.tokens = role.tokens;
    return row;
}

/// Whoever writes goes on to do so while another waits for the person.
QString workingAndWaiting(const conversation::ConversationState& state)
{
    int working = 0;
    std::set<std::string> waiting;
    for (const conversation::RoleState& role : state.roles()) {
        const bool isAtWork = role.activity == RoleActivity::Thinking || role.activity == RoleActivity::Acting;
        if (isAtWork && state.questionWaitedFor(role) == nullptr)
            ++working;
    }
    for (const conversation::OpenQuestion& open : state.openQuestions())
        waiting.insert(open.question.asker.str());
    return working == 0 || waiting.empty() ? QString()
                                           : wording::workingAndWaiting(working, static_cast<int>(waiting.size()));
}

} // namespace

QString titleOf(const std::string& title, bool isScripted)
{
    const QString shown = wording::visibleText(title);
    return isScripted ? Titles::tr("%1 (scripted demo)").arg(shown) : shown;
}

bool isMailKnown(const conversation::ConversationState& state)
{
    using conversation::SessionKind;
    return state.kind() != SessionKind::Imported && state.kind() != SessionKind::Remote
        && !state.source().starts_with(gateway::programSource);
}

view::Team team(const conversation::ConversationState& state, const Members& members, bool isReplay,
                bool isImportedSession)
{
    view::Team rows;
    for (const Member& member : members)
        if (const conversation::RoleState* role = state.role(member.role))
            rows.push_back(teamMember(state, member, *role, isReplay, isImportedSession));
    return rows;
}

view::ToolbarState toolbar(const conversation::ConversationState& state, const std::string& title,
                           const std::optional<ReplayMoment>& replay, bool isImportedSession)
{
    view::ToolbarState bar;
    bar.hasSession = true;
    bar.title = titleOf(title, state.kind() == conversation::SessionKind::Demo);
    bar.run = isImportedSession ? runOfRecording(state) : runOf(state);
    bar.reason = wording::visibleText(conversation::runReasonText(state.runCause(), state.runReason()));
    if (bar.run == view::RunState::AtRest)
        bar.reason = RestWords::tr("nothing to do");
    if (bar.run == view::RunState::NotStarted)
        bar.reason.clear(); // that it came or went is told by its connection
    if (bar.run == view::RunState::Failed)
        tellFailure(bar, state);
    if (bar.run == view::RunState::Stopping || bar.run == view::RunState::Pausing)
        bar.reason = whoIsWaitedFor(state);
    if (bar.run == view::RunState::WaitingForUser)
        bar.runWords = workingAndWaiting(state);
    if (bar.run == view::RunState::AtRest && conversation::pausedWithWork(state) != nullptr) {
        bar.runWords = RunWords::tr("%1 is paused")
                           .arg(wording::visibleText(conversation::pausedWithWork(state)->role.name.str()));
        bar.reason.clear();
    }
    bar.canInsist = bar.run == view::RunState::Stopping && !state.source().empty(); // it is played by programs
    bar.hasWork = conversation::idleReasonOf(state) != conversation::IdleReason::NothingToDo;
    bar.round = state.round();
    bar.rounds = state.roundLimit();
    bar.isPrivate = !state.isPublic();
    const bool hasTeam = !isImportedSession
        && (state.kind() == conversation::SessionKind::Team || state.kind() == conversation::SessionKind::Demo);
    bar.canRun = hasTeam && canSteer(state);
    bar.canChangePrivacy = hasTeam && !replay;
    const bool isPlayedHere = bar.canRun && !state.source().starts_with(gateway::programSource);
    bar.hasModels = isPlayedHere && state.kind() == conversation::SessionKind::Team;
    bar.canSetLimits = isPlayedHere && !replay && state.runState() != conversation::RunState::NotStarted;
    const bool isAnyKnown = state.isCostKnown() || state.totalCost() > 0;
    if (isAnyKnown && state.totalTokens() > 0)
        bar.dollars = state.totalCost();
    if (!state.isCostKnown())
        bar.unpricedTokens = state.totalTokens();
    bar.budget = state.budget();
    bar.canReplay = true;
    if (replay)
        bar.replayClock = replay->words;
    return bar;
}

void setHeld(view::ToolbarState& bar)
{
    using view::RunState;
    if (bar.run == RunState::NotStarted || bar.run == RunState::Stopped || bar.run == RunState::Finished)
        return; // what has ended, or not begun, stays so
    bar.run = view::RunState::Paused;
    bar.reason = RestWords::tr("waiting for you to let it continue");
    bar.runWords.clear();
}

void setConnection(view::ToolbarState& bar, std::optional<view::Connection> connection)
{
    const bool isOfProgram = !bar.canRun; // else the run is ours, and goes on
    const bool isGoing = bar.run == view::RunState::Running || bar.run == view::RunState::AtRest;
    if (isOfProgram && isGoing && connection && !connection->isHere)
        bar.run = view::RunState::NotStarted;
    bar.connection = std::move(connection);
}

QString burn(const std::optional<conversation::BurnRate>& rate, const conversation::ConversationState& state)
{
    if (!rate)
        return {};
    const QString tokens = wording::tokens(std::llround(rate->tokensPerMinute));
    if (!rate->dollarsPerMinute)
        //: %1 is a number of tokens
        return BurnWords::tr("%1 per minute of work").arg(tokens);
    //: %1 is an amount of money, %2 a number of tokens
    const QString spent =
        BurnWords::tr("%1 and %2 per minute of work").arg(wording::money(*rate->dollarsPerMinute), tokens);
    const auto minutes = conversation::minutesToBudget(*rate, state.budget(), state.totalCost());
    const bool isOver =
        state.runState() == conversation::RunState::Finished || state.runState() == conversation::RunState::Stopped;
    if (!minutes || isOver)
        return spent;
    const auto left = static_cast<std::int64_t>(std::max(1.0, std::round(*minutes)) * 60'000);
    //: %1 as above, %2 a time: "40 min", "2 h"
    return BurnWords::tr("%1; the budget will be reached in about %2").arg(spent, wording::duration(left));
}

view::ChannelTabs channels(const conversation::ConversationState& state,
                           const std::set<conversation::RoleName>& openedInboxes,
                           const conversation::ChannelKey& current)
{
    using view::ChannelKind;
    const auto key = [](const conversation::ChannelKey& channel) { return QString::fromStdString(channel.str()); };
    view::ChannelTabs tabs{{key(conversation::channel::everything), ChannelKind::Everything, {}},
                           {key(conversation::channel::publicOnly), ChannelKind::Public, {}}};
    for (const conversation::RoleState& role : state.roles()) {
        const auto channel = conversation::channel::privateWith(role.role.name);
        if (channel == current || state.rowCount(channel) > 0)
            tabs.push_back({key(channel), ChannelKind::Private, wording::text(role.role.name)});
    }
    for (const conversation::RoleState& role : state.roles())
        if (openedInboxes.contains(role.role.name))
            tabs.push_back({key(conversation::channel::inboxOf(role.role.name)), ChannelKind::Inbox,
                            wording::text(role.role.name)});
    return tabs;
}

view::ArtifactRows madeFiles(const std::vector<team::Artifact>& artifacts, const Members& members)
{
    view::ArtifactRows files;
    for (const team::Artifact& one : artifacts) {
        view::ArtifactRow file;
        file.path = wording::visibleText(one.path);
        file.key = one.path;
        file.author = wording::visibleText(one.author.str());
        file.avatar = lookOf(members, one.author);
        if (one.bytes >= 0)
            file.bytes = one.bytes;
        file.checksum = wording::visibleText(one.sha256);
        file.isNew = one.isNew;
        file.seq = one.seq;
        files.push_back(std::move(file));
    }
    return files;
}

std::vector<conversation::MediaSource> imagesOf(const session::Event& event)
{
    std::vector<conversation::MediaSource> images;
    const auto add = [&images](const conversation::MediaBlock& media) {
        const conversation::MediaSource& source = media.source;
        if (media.kind == conversation::MediaKind::Image && !(source.hash.isEmpty() && source.url.empty()))
            images.push_back(media.source);
    };
    // Images whose bytes are in the log itself are only mentioned there.
    const auto addParts = [&add](const conversation::ToolResultBlock& result) {
        for (const formats::ResultPart& part : formats::resultParts(result))
            if (!part.stored.hash.isEmpty())
                add({part.media, part.stored});
            else if (part.kind == formats::ResultPart::Kind::Media && !part.url.starts_with("data:"))
                add({part.media, {{}, part.url, {}, part.name, 0, 0, 0}});
    };
    const auto addAll = [&add, &addParts](const std::vector<conversation::ContentBlock>& content) {
        for (const conversation::ContentBlock& block : content)
            if (const auto* media = std::get_if<conversation::MediaBlock>(&block))
                add(*media);
            else if (const auto* result = std::get_if<conversation::ToolResultBlock>(&block))
                addParts(*result);
    };
    if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
        addAll(published->message.content);
    } else if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body)) {
        for (const conversation::MediaBlock& media : asked->question.images)
            add(media);
    } else if (const auto* ended = std::get_if<conversation::QuestionEnded>(&event.body)) {
        addAll(ended->end.content);
    }
    return images;
}

namespace {

/// 0 the person, 1..12 a role, -1 nobody.
int hueOf(const Members& members, const std::string& speaker)
{
    if (speaker.empty())
        return -1;
    const Member* member = find(members, conversation::RoleName(speaker));
    return member != nullptr ? member->look.hue : 0;
}

} // namespace

TimelineState timeline(const session::Timeline& timeline, const Members& members)
{
    TimelineState view;
    view.start = timeline.start;
    view.end = timeline.end;
    for (const session::Timeline::Bucket& bucket : timeline.buckets)
        view.buckets.push_back({bucket.events, hueOf(members, bucket.speaker)});
    for (const session::TimelineMark& mark : timeline.marks)
        view.marks.push_back({mark.kind, mark.time, mark.endTime});
    return view;
}

} // namespace quarterdeck::ui::present
