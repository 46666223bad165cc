#include "model/session/library.h"

#include "model/conversation/state/idle_reason.h"
#include "model/conversation/text.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <optional>
#include <string_view>

namespace quarterdeck::session {

std::vector<std::string> tagsOf(const std::string& typed)
{
    static const QString commas = QStringLiteral(",，、");
    QString text = QString::fromStdString(typed);
    for (const QChar comma : commas)
        text.replace(comma, u',');
    QStringList tags;
    for (QString tag : text.split(u',')) {
        tag = tag.simplified();
        while (tag.startsWith(u'#'))
            tag = tag.mid(1).trimmed();
        if (!tag.isEmpty() && !tags.contains(tag, Qt::CaseInsensitive))
            tags.append(tag);
    }
    std::vector<std::string> result;
    for (const QString& tag : tags)
        result.push_back(tag.toStdString());
    return result;
}

namespace {

using conversation::RoleActivity;

constexpr const char* thinkingWord = "\tthinking";
constexpr const char* actingWord = "\tacting";
constexpr const char* waitingWord = "\twaiting";

/// What the list shows of a role. A question counts from the time it was asked.
struct Doing
{
    const char* what;
    Timestamp since;
};

std::optional<Doing> doingOf(const ConversationState& state, const conversation::RoleState& role)
{
    if (const conversation::OpenQuestion* asked = state.questionWaitedFor(role))
        return Doing{waitingWord, asked->question.askedAt};
    if (role.mode == conversation::RoleMode::Paused && !role.hasWork)
        return std::nullopt; // it waits for the person, whatever its program last said
    switch (role.activity) {
    case RoleActivity::Thinking:
        return Doing{thinkingWord, role.activitySince};
    case RoleActivity::Acting:
        return Doing{actingWord, role.activitySince};
    case RoleActivity::WaitingForUser:
        return Doing{waitingWord, role.activitySince};
    case RoleActivity::Idle:
    case RoleActivity::Paused:
    case RoleActivity::Failed:
        break;
    }
    return std::nullopt;
}

constexpr const char* busyWord = "\tbusy";

constexpr std::string_view memberPausedWord = "\tmember_paused";
constexpr const char* restingLine = "\tresting";
constexpr const char* pausedLine = "\tpaused";
constexpr std::string_view failedWord = "\tfailed";

/// "Alex\tfailed\tThe server …": on one line, since tabs separate its parts.
std::string failedLine(const std::string& who, const std::string& reason)
{
    constexpr std::size_t mostBytes = 600;
    std::string told = conversation::utf8::shortened(reason, mostBytes);
    std::ranges::replace_if(
        told, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    return who + std::string(failedWord) + '\t' + told;
}

bool isFault(const ConversationState& state)
{
    return state.runState() == conversation::RunState::Paused
        && state.runCause().kind == conversation::RunCauseKind::MailUnreadable;
}

/// Rather than by a person's wish, for which no reason is given.
bool hasPausedByItself(const ConversationState& state)
{
    return state.runState() == conversation::RunState::Paused
        && !conversation::runReasonText(state.runCause(), state.runReason()).empty();
}

/// "David\tmember_paused"
std::string memberPausedLine(const ConversationState& state)
{
    return conversation::pausedWithWork(state)->role.name.str() + std::string(memberPausedWord);
}

std::string restingLineOf(const ConversationState& state)
{
    if (conversation::idleReasonOf(state) == conversation::IdleReason::MemberPaused)
        return memberPausedLine(state);
    if (conversation::idleReasonOf(state) != conversation::IdleReason::AfterFailure)
        return conversation::idleReasonOf(state) ? restingLine : std::string();
    const auto failed = std::ranges::find_if(state.roles(), [](const conversation::RoleState& role) {
        return role.activity == RoleActivity::Failed && role.hasNews;
    });
    return failedLine(failed->role.name.str(), failed->activityDetail);
}

/// How many members are at something in a running session, and for how many of them the person is waited.
struct Busy
{
    int working = 0;
    int waiting = 0;
};

Busy busyIn(const ConversationState& state)
{
    Busy busy;
    for (const conversation::RoleState& role : state.roles())
        if (const std::optional<Doing> doing = doingOf(state, role))
            ++(doing->what == std::string_view(waitingWord) ? busy.waiting : busy.working);
    return busy;
}

/// "\tbusy\t4\t1": neither half of it would be the truth.
std::string busyLine(const Busy& busy)
{
    return std::string(busyWord) + '\t' + std::to_string(busy.working) + '\t' + std::to_string(busy.waiting);
}

/// "Alex\tacting": the role that began its activity last, since that is what a person would look for; during a pause,
/// one of those still finishing a turn.
std::string activityLineOf(const ConversationState& state)
{
    if (isFault(state))
        return failedLine({}, conversation::runReasonText(state.runCause(), state.runReason()));
    const bool isPausing = conversation::isPausing(state);
    if (hasPausedByItself(state) && !isPausing)
        return pausedLine;
    const Busy busy = busyIn(state);
    if (state.runState() == conversation::RunState::Running && busy.working > 0 && busy.waiting > 0)
        return busyLine(busy);
    const conversation::RoleState* newest = nullptr;
    std::optional<Doing> its;
    for (const conversation::RoleState& role : state.roles()) {
        if (isPausing && !conversation::isEndingTurn(state, role))
            continue;
        const std::optional<Doing> doing = doingOf(state, role);
        if (doing && (!its || its->since < doing->since)) {
            newest = &role;
            its = doing;
        }
    }
    if (newest != nullptr)
        return newest->role.name.str() + its->what;
    return restingLineOf(state);
}

/// As a list or a notification shows it: the list's rows are read and compared all the time.
conversation::OpenQuestion inBrief(const conversation::OpenQuestion& open)
{
    constexpr std::size_t mostBytes = 600;
    conversation::OpenQuestion brief;
    brief.askedSeq = open.askedSeq;
    brief.question.id = open.question.id;
    brief.question.asker = open.question.asker;
    brief.question.text = conversation::utf8::shortened(open.question.text, mostBytes);
    brief.question.reason = conversation::utf8::shortened(open.question.reason, mostBytes);
    brief.question.deadline = open.question.deadline;
    brief.question.isDeadlinePaused = open.question.isDeadlinePaused;
    brief.question.urgency = open.question.urgency;
    brief.question.askedAt = open.question.askedAt;
    return brief;
}

} // namespace

SessionSummary summaryOf(const SessionId& id, const ConversationState& state)
{
    SessionSummary summary;
    summary.id = id;
    summary.title = state.title();
    summary.kind = state.kind();
    summary.isScripted = state.kind() == conversation::SessionKind::Demo;
    summary.source = state.source();
    summary.runState = state.runState();
    summary.startedAt = state.startedAt();
    summary.lastActivity = state.lastTime();
    summary.areTimesKnown = state.areTimesKnown();
    summary.lastSeq = state.lastSeq();
    summary.messageCount = state.messageCount();
    summary.round = state.round();
    summary.cost = state.totalCost();
    summary.tokens = state.totalTokens();
    summary.activityLine = activityLineOf(state);
    for (const conversation::OpenQuestion& open : state.openQuestions())
        summary.openQuestions.push_back(inBrief(open));
    summary.held = static_cast<std::int32_t>(state.held().size());
    if (!state.held().empty())
        summary.heldFrom = state.held().front()->hold.speaker.str();
    return summary;
}

bool isAtRest(const SessionSummary& summary)
{
    const RunAlertKind news = runAlertOf(summary).news;
    return summary.runState == conversation::RunState::Running
        && (news == RunAlertKind::NothingToDo || news == RunAlertKind::Failed);
}

namespace {

bool isBusyOfThisProgram(const SessionSummary& summary)
{
    using conversation::SessionKind;
    const bool livesHere =
        (summary.kind == SessionKind::Team || summary.kind == SessionKind::Demo) && summary.source.empty();
    const std::string& line = summary.activityLine;
    return livesHere && (line.ends_with(thinkingWord) || line.ends_with(actingWord) || line.starts_with(busyWord));
}

} // namespace

bool isMemberPaused(const SessionSummary& summary)
{
    return summary.runState == conversation::RunState::Running && summary.activityLine.ends_with(memberPausedWord);
}

bool isPausing(const SessionSummary& summary)
{
    return isBusyOfThisProgram(summary) && summary.runState == conversation::RunState::Paused;
}

bool isAtWork(const SessionSummary& summary)
{
    return isBusyOfThisProgram(summary) && summary.runState == conversation::RunState::Running;
}

namespace {

/// The reason that `failedLine` wrote, or none if an earlier version wrote it.
std::optional<RunAlert> failureIn(std::string_view line)
{
    const std::size_t end = line.find(failedWord);
    if (end == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = line.substr(end + failedWord.size());
    if (!rest.empty() && rest.front() != '\t')
        return std::nullopt;
    rest.remove_prefix(rest.empty() ? 0 : 1);
    return RunAlert{RunAlertKind::Failed, std::string(line.substr(0, end)), std::string(rest)};
}

} // namespace

RunAlert runAlertOf(const SessionSummary& summary)
{
    using conversation::RunState;
    const std::string_view line = summary.activityLine;
    if (summary.runState == RunState::Finished)
        return {RunAlertKind::Finished};
    if (summary.runState == RunState::Paused && line == pausedLine)
        return {RunAlertKind::Paused};
    if (summary.runState == RunState::Running && line == restingLine)
        return {summary.held > 0 ? RunAlertKind::Held : RunAlertKind::NothingToDo};
    const bool mayFail = summary.runState == RunState::Running || summary.runState == RunState::Paused;
    if (const auto failure = mayFail ? failureIn(line) : std::nullopt)
        return *failure;
    return {};
}

} // namespace quarterdeck::session
