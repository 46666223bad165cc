#include "ui/present/sessions.h"

#include "model/session/library.h"
#include "model/session/search.h"
#include "ui/present/present.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace quarterdeck::ui::present {

/// Pure mark-up in a line of Markdown, in order: asterisks around words, strike-through, code and heading marks, table
/// rules. Not a Markdown parser: whatever might be meant literally (2 * 3, __init__, a lone #3) stays.
[[nodiscard]] std::vector<session::TextRange> markdownMarks(std::string_view line);

namespace {

struct Sessions
{
    Q_DECLARE_TR_FUNCTIONS(Sessions)
};

using conversation::RunState;
using conversation::SessionKind;
using session::SessionSummary;

/// A program that has gone does nothing, whatever the log's last word; what it asked still waits.
bool isLeft(const SessionSummary& session, const std::optional<view::Connection>& connection)
{
    const bool isOfProgram = connection && !session.source.empty(); // and not ours, in which programs play members
    return isOfProgram && !connection->isHere && session.runState == RunState::Running && session.openQuestions.empty();
}

/// If a program reports no run, all that is known is whether it is there.
bool hasNoRun(const SessionSummary& session, const std::optional<view::Connection>& connection)
{
    const bool isOfProgram = connection && !session.source.empty();
    return session.kind == SessionKind::Remote || (isOfProgram && session.runState == RunState::NotStarted);
}

bool isLive(const SessionSummary& session)
{
    if (isAtRest(session))
        return false;
    const bool runs = session.runState == RunState::Running || session.runState == RunState::Paused
        || session.runState == RunState::StopRequested;
    return runs && session.kind != SessionKind::Imported;
}

bool hasFailed(const SessionSummary& session)
{
    return session.kind != SessionKind::Imported && session::runAlertOf(session).news == session::RunAlertKind::Failed;
}

theme::StateGlyph glyphOf(const SessionSummary& session)
{
    if (session.kind == SessionKind::Imported)
        return theme::StateGlyph::Recorded;
    if (hasFailed(session))
        return theme::StateGlyph::Failed;
    switch (session.runState) {
    case RunState::Running:
        if (isAtRest(session))
            return theme::StateGlyph::Idle;
        if (session::runAlertOf(session).news == session::RunAlertKind::Held)
            return theme::StateGlyph::Held;
        if (session::isMemberPaused(session))
            return theme::StateGlyph::Paused;
        return session.openQuestions.empty() ? theme::StateGlyph::Acting : theme::StateGlyph::Waiting;
    case RunState::Paused:
    case RunState::StopRequested:
        return theme::StateGlyph::Paused;
    case RunState::NotStarted:
        return theme::StateGlyph::Idle;
    case RunState::Stopped:
        return theme::StateGlyph::Stopped;
    case RunState::Finished:
        break;
    }
    return theme::StateGlyph::Done;
}

/// "Alex\tacting", as written by summaryOf.
QString activityOf(const SessionSummary& session)
{
    if (session::runAlertOf(session).news == session::RunAlertKind::Held)
        return Sessions::tr("%n message(s) held", nullptr, session.held);
    const QString line = QString::fromStdString(session.activityLine);
    const QString who = wording::visibleText(line.section(u'\t', 0, 0));
    const QString what = line.section(u'\t', 1, 1);
    if (what == QStringLiteral("member_paused"))
        return Sessions::tr("%1 is paused").arg(who);
    if (what == QStringLiteral("busy"))
        return wording::workingAndWaiting(line.section(u'\t', 2, 2).toInt(), line.section(u'\t', 3, 3).toInt());
    if (what == QStringLiteral("waiting"))
        return Sessions::tr("%1 is waiting for you").arg(who);
    if (what == QStringLiteral("thinking"))
        return Sessions::tr("%1 is thinking").arg(who);
    return Sessions::tr("%1 is writing").arg(who);
}

/// "Alex could not go on"
QString failureOf(const SessionSummary& session)
{
    const std::string who = session::runAlertOf(session).who;
    return who.empty() ? Sessions::tr("Failed") : Sessions::tr("%1 could not continue").arg(wording::visibleText(who));
}

QString detailOf(const SessionSummary& session, const std::optional<view::Connection>& connection)
{
    const auto messages = static_cast<int>(session.messageCount);
    const QString count = Sessions::tr("%n message(s)", nullptr, messages);
    if (session.kind == SessionKind::Imported)
        return session.isScripted ? Sessions::tr("Recorded run · scripted · %1").arg(count)
                                  : Sessions::tr("Recorded run · %1").arg(count);
    if (hasFailed(session))
        return Sessions::tr("%1 · %2").arg(failureOf(session), count);
    if (isLeft(session, connection))
        return Sessions::tr("Not connected · %1").arg(count);
    if (session.runState == RunState::Running && !session.activityLine.empty() && !isAtRest(session))
        return session.isScripted ? Sessions::tr("Scripted · %1").arg(activityOf(session)) : activityOf(session);
    if (hasNoRun(session, connection))
        return !connection || !connection->isHere ? Sessions::tr("Not connected · %1").arg(count)
            : connection->isSure                  ? Sessions::tr("Connected · %1").arg(count)
                                                  : Sessions::tr("Heard recently · %1").arg(count);
    const QString state = isAtRest(session) ? Sessions::tr("Idle")
        : isPausing(session)                ? Sessions::tr("Pausing")
                                            : wording::runStateWords(session.runState);
    return session.isScripted ? Sessions::tr("%1 · scripted · %2").arg(state, count)
                              : Sessions::tr("%1 · %2").arg(state, count);
}

} // namespace

void setHeld(view::SessionRow& row)
{
    if (!row.isLive)
        return; // it does nothing anyway
    row.glyph = theme::StateGlyph::Paused;
    row.detail = Sessions::tr("Waiting for you to let it continue");
}

view::SessionRow sessionRow(const SessionSummary& session, const Connections& connections, conversation::Timestamp now)
{
    view::SessionRow row;
    row.id = QString::fromStdString(session.id.str());
    row.title = wording::visibleText(session.title);
    row.connection = connections.of(session.id, session.source, session.kind == SessionKind::Imported, now);
    row.detail = detailOf(session, row.connection);
    const bool hasLeft = isLeft(session, row.connection);
    if (row.connection)
        row.connection->rate.clear(); // it changes every second
    row.glyph = hasLeft ? theme::StateGlyph::Idle : glyphOf(session);
    row.isLive = isLive(session) && !hasLeft;
    row.isSample = session.isSample;
    row.lastActivity = session.lastActivity;
    row.length = std::chrono::milliseconds(session.lastActivity.msSinceEpoch - session.startedAt.msSinceEpoch);
    row.areTimesKnown = session.areTimesKnown;
    row.startedAt = session.startedAt;
    row.hasFailed = hasFailed(session);
    if (row.hasFailed)
        row.failure = wording::visibleText(session::runAlertOf(session).reason);
    for (const std::string& tag : session.labels.tags)
        row.tags.append(wording::visibleText(tag));
    row.note = wording::visibleText(session.labels.note);
    row.isPinned = session.labels.isPinned;
    row.isArchived = session.labels.archivedAt.has_value();
    // Nobody waits for answers to what a recording left open.
    row.questions =
        session.kind == SessionKind::Imported ? 0 : static_cast<int>(session.openQuestions.size()) + session.held;
    return row;
}

view::SessionRows sessionRows(const std::vector<SessionSummary>& sessions, const Connections& connections,
                              conversation::Timestamp now)
{
    view::SessionRows rows;
    rows.reserve(sessions.size());
    for (const SessionSummary& session : sessions)
        rows.push_back(sessionRow(session, connections, now));
    return rows;
}

namespace {

constexpr std::string_view ofRules = "|-: ";
constexpr std::size_t mostAsterisks = 3;
constexpr std::size_t mostOfHeading = 6;

/// What is next to a run of marks: nothing, a blank or a sign, as opposed to a letter of any language or a digit.
bool isEdge(std::string_view line, std::size_t at)
{
    if (at >= line.size()) // also what would be before the first
        return true;
    const auto byte = static_cast<unsigned char>(line[at]);
    return byte < 0x80
        && std::string_view("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz").find(line[at])
        == std::string_view::npos;
}

/// A letter of a language that may be written without blanks.
bool isForeign(std::string_view line, std::size_t at)
{
    return at < line.size() && static_cast<unsigned char>(line[at]) >= 0x80;
}

bool isBlank(std::string_view line, std::size_t at) { return at >= line.size() || line[at] == ' '; }

bool isMark(std::string_view line, std::size_t begin, std::size_t end)
{
    const std::size_t length = end - begin;
    const std::size_t before = begin - 1; // at the beginning: beyond the end
    switch (line[begin]) {
    case '`':
        return true;
    case '*':
        return length <= mostAsterisks
            && (isEdge(line, before) != isEdge(line, end)
                || (length > 1 && (isForeign(line, before) || isForeign(line, end))));
    case '~':
        return length == 2 && isEdge(line, before) != isEdge(line, end);
    case '#':
        return length <= mostOfHeading && isBlank(line, before) && isBlank(line, end);
    default:
        return false;
    }
}

/// A table row that merely draws a rule.
std::size_t endOfRule(std::string_view line, std::size_t begin)
{
    const std::size_t end = std::min(line.find_first_not_of(ofRules, begin), line.size());
    const std::string_view rule = line.substr(begin, end - begin);
    return rule.find("---") != std::string_view::npos && rule.find('|') != std::string_view::npos ? end : begin;
}

} // namespace

std::vector<session::TextRange> markdownMarks(std::string_view line)
{
    std::vector<session::TextRange> marks;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t ruled = line[at] == '|' ? endOfRule(line, at) : at;
        std::size_t end = ruled > at ? ruled : std::min(line.find_first_not_of(line[at], at), line.size());
        if (ruled > at || isMark(line, at, end)) {
            if (line[at] == '#')
                end = std::min(end + 1, line.size()); // with the blank that belongs to it
            marks.push_back({at, end});
        }
        at = end;
    }
    return marks;
}

namespace {

class Search
{
    Q_DECLARE_TR_FUNCTIONS(Search)
};

/// The excerpt piece by piece, since naming invisible characters makes it longer.
void addExcerpt(const session::SearchHit& hit, view::FoundMessage& message)
{
    const std::vector<session::TextRange> left = markdownMarks(hit.excerpt);
    const auto addText = [&](std::size_t begin, std::size_t end) {
        if (begin < end)
            message.excerpt += wording::visibleText(hit.excerpt.substr(begin, end - begin));
    };
    // The words without their mark-up.
    const auto add = [&](std::size_t begin, std::size_t end) {
        for (const session::TextRange& mark : left) {
            if (mark.end <= begin || mark.begin >= end)
                continue;
            addText(begin, mark.begin);
            begin = std::max(begin, mark.end);
        }
        addText(begin, end);
    };
    std::size_t at = 0;
    for (const session::TextRange& mark : hit.marks) {
        add(at, mark.begin);
        const auto begin = static_cast<int>(message.excerpt.size());
        add(mark.begin, mark.end);
        message.marks.push_back({begin, static_cast<int>(message.excerpt.size()) - begin});
        at = mark.end;
    }
    add(at, hit.excerpt.size());
}

} // namespace

view::FoundMessage foundMessage(const session::SearchHit& hit, const session::SessionSummary& session)
{
    view::FoundMessage message;
    message.session = QString::fromStdString(hit.place.session.str());
    message.row = hit.row;
    message.seq = hit.place.seq;
    const bool isPerson = hit.speaker == conversation::address::person.str();
    message.speaker = isPerson ? Search::tr("You") : wording::visibleText(hit.speaker);
    message.title = titleOf(session.title, session.isScripted);
    message.isPrivate = hit.isPrivate;
    if (session.areTimesKnown)
        message.time = hit.time;
    addExcerpt(hit, message);
    return message;
}

} // namespace quarterdeck::ui::present
