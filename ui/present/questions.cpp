#include "ui/present/questions.h"

#include "model/gateway/clients/client_activity.h"
#include "ui/present/connected_programs.h"
#include "ui/present/present.h"
#include "ui/present/quantities.h"
#include "ui/present/routing_text.h"
#include "ui/present/row_limits.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringView>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <vector>

namespace quarterdeck::ui::present {

namespace {

constexpr qsizetype leastTicks = 3;

/// Never cuts a character in half.
QString beginningOf(const std::string& utf8)
{
    std::size_t size = utf8.size();
    if (size > longestQuestionText) {
        size = longestQuestionText;
        while (size > 0 && (static_cast<unsigned char>(utf8[size]) & 0xC0U) == 0x80U)
            --size;
    }
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(size));
}

struct Line
{
    qsizetype begin = 0;
    qsizetype end = 0;
    qsizetype ticks = 0; ///< that it begins with
    bool isOpener = false;
    bool isCloser = false;
};

Line lineFrom(QStringView text, qsizetype begin)
{
    const qsizetype found = text.indexOf(u'\n', begin);
    Line line{begin, found < 0 ? text.size() : found};
    while (begin + line.ticks < line.end && text.at(begin + line.ticks) == u'`')
        ++line.ticks;
    const QStringView rest = text.mid(begin + line.ticks, line.end - begin - line.ticks);
    line.isOpener = line.ticks >= leastTicks && rest == QStringLiteral("diff");
    line.isCloser = line.ticks >= leastTicks && rest.isEmpty();
    return line;
}

/// Lines that may start or end a block, without those in between; only their positions matter.
struct Fences
{
    std::vector<Line> lines;
    std::map<qsizetype, std::size_t> lastCloser; ///< by how many ticks: most openers that have none are seen so at once
};

Fences fencesIn(QStringView text)
{
    Fences fences;
    for (qsizetype at = 0; at <= text.size();) {
        const Line line = lineFrom(text, at);
        if (line.isCloser)
            fences.lastCloser[line.ticks] = fences.lines.size();
        if (line.isCloser || line.isOpener)
            fences.lines.push_back(line);
        at = line.end + 1;
    }
    return fences;
}

/// At least one line must be between the two.
bool closes(const Line& opener, const Line& closer)
{
    return closer.isCloser && closer.ticks == opener.ticks && closer.begin > opener.end + 1;
}

} // namespace

QuestionText questionText(const std::string& utf8)
{
    const QString text = beginningOf(utf8);
    const Fences fences = fencesIn(text);
    for (std::size_t i = 0; i < fences.lines.size(); ++i) {
        const Line& opener = fences.lines[i];
        const auto last = fences.lastCloser.find(opener.ticks);
        if (!opener.isOpener || last == fences.lastCloser.end() || !closes(opener, fences.lines[last->second]))
            continue;
        std::size_t end = i + 1;
        while (!closes(opener, fences.lines[end]))
            ++end;
        const Line& closer = fences.lines[end];
        const qsizetype from = opener.end + 1;
        return {text.left(opener.begin).trimmed(), text.mid(from, closer.begin - 1 - from),
                text.mid(closer.end).trimmed()};
    }
    return {text, {}, {}};
}

namespace {

/// Translated as the panel's.
struct NeedsYouPanelText
{
    Q_DECLARE_TR_FUNCTIONS(quarterdeck::ui::NeedsYouPanel)
};

using conversation::OpenQuestion;

int fieldsOf(const conversation::Question& question)
{
    if (question.schema.isNull())
        return 0;
    const nlohmann::json& schema = question.schema.json();
    const auto properties = schema.is_object() ? schema.find("properties") : schema.end();
    return properties != schema.end() && properties->is_object() ? std::max(1, static_cast<int>(properties->size()))
                                                                 : 1;
}

/// A single proposed text, which the options decide on.
bool isTextForm(const conversation::Question& question)
{
    const nlohmann::json& schema = question.schema.json();
    const auto properties = schema.is_object() ? schema.find("properties") : schema.end();
    if (question.options.empty() || !schema.is_object() || properties == schema.end() || !properties->is_object()
        || properties->size() != 1)
        return false;
    const nlohmann::json& field = properties->front();
    return field.is_object() && field.value("type", nlohmann::json()) == "string"
        && field.value("format", nlohmann::json()) == "code";
}

/// Urgent ones first, then by the earliest running deadline, then by age.
std::tuple<bool, std::int64_t, std::int64_t> orderOf(const OpenQuestion& open)
{
    const bool isDue = open.question.deadline && !open.question.isDeadlinePaused;
    const std::int64_t never = std::numeric_limits<std::int64_t>::max();
    return {open.question.urgency != conversation::Urgency::High, isDue ? open.question.deadline->msSinceEpoch : never,
            open.askedSeq.value};
}

/// "Bob: Which licence?"
QString firstOf(const OtherQuestionView& question)
{
    //: who asks, and what
    return NeedsYouPanelText::tr("%1: %2").arg(question.asker, question.text);
}

const QString between = QStringLiteral(" · ");

/// "AgentScope"; a program of the API gives its name in the session's source. Empty = the session's team lives here.
QString programOf(const session::SessionSummary& session, const QString& title)
{
    const auto source = gateway::clientSourceOf(session.source);
    if (!source)
        return {};
    const QString kind = program_words::kind(source->kind);
    const QString name = QString::fromUtf8(source->id.data(), static_cast<qsizetype>(source->id.size())).simplified();
    const bool isNamed = source->kind == gateway::ClientKind::Api && !name.isEmpty() && name != title;
    return isNamed ? kind + between + name : kind;
}

QuestionCardState cardOf(const OpenQuestion& open, const Members& members,
                         const std::set<conversation::QuestionId>& postpone, const std::optional<ReplayMoment>& replay)
{
    const conversation::Question& question = open.question;
    QuestionCardState card;
    card.id = question.id;
    card.asker = wording::text(question.asker);
    card.look = lookOf(members, question.asker);
    const QuestionText parts = questionText(question.text);
    card.text = parts.words;
    card.diff = parts.diff;
    card.afterDiff = parts.after;
    const std::size_t shown = std::min(question.options.size(), transcript::mostChoices);
    card.moreOptions = static_cast<int>(question.options.size() - shown);
    for (const conversation::QuestionOption& option : std::span(question.options).first(shown)) {
        card.options.append(QString::fromStdString(option.label));
        card.optionHints.append(QString::fromStdString(option.description));
    }
    card.reason = QString::fromStdString(question.reason).simplified();
    card.defaultOption = QString::fromStdString(question.defaultOption);
    card.formFields = fieldsOf(question);
    card.isTextForm = isTextForm(question);
    card.askedAt = question.askedAt;
    card.deadline = question.deadline;
    card.isDeadlinePaused = question.isDeadlinePaused;
    card.isUrgent = question.urgency == conversation::Urgency::High;
    card.images = static_cast<int>(question.images.size());
    card.isLater = postpone.contains(question.id) && !replay;
    if (replay) {
        const auto later = replay->laterAnswers.find(question.id);
        card.pastAnswer = later != replay->laterAnswers.end() ? later->second
                                                              : NeedsYouPanelText::tr("Not answered in this recording");
    }
    return card;
}

/// Nobody waits for answers to what a recording left open; its replay shows that it was.
bool isImportedSession(const session::SessionSummary& session)
{
    return session.kind == conversation::SessionKind::Imported;
}

/// With its start time, if another session has the same title.
QString titleAmong(const std::vector<session::SessionSummary>& sessions, const session::SessionSummary& session)
{
    QString title = titleOf(session.title, session.isScripted);
    const auto bearsIt = [&](const session::SessionSummary& other) {
        return other.title == session.title && !isImportedSession(other);
    };
    if (std::ranges::count_if(sessions, bearsIt) < 2 || !session.areTimesKnown)
        return title;
    const auto minuteOf = [](const session::SessionSummary& some) { return some.startedAt.msSinceEpoch / 60'000; };
    const bool isInOneMinute = std::ranges::count_if(sessions,
                                                     [&](const session::SessionSummary& other) {
                                                         return bearsIt(other) && minuteOf(other) == minuteOf(session);
                                                     })
        > 1;
    QString begun =
        isInOneMinute ? wording::clockTimeWithSeconds(session.startedAt) : wording::clockTime(session.startedAt);
    const conversation::Timestamp now{QDateTime::currentMSecsSinceEpoch()};
    const auto dayOf = [](conversation::Timestamp time) {
        return QDateTime::fromMSecsSinceEpoch(time.msSinceEpoch).date();
    };
    if (dayOf(session.startedAt) != dayOf(now))
        begun.prepend(wording::dayInList(session.startedAt, now) + u' ');
    //: A session's title and when it was begun
    return NeedsYouPanelText::tr("%1, started %2").arg(title, begun);
}

constexpr std::size_t mostOthers = 8;
constexpr std::size_t mostOthersOfOne = 3;

OtherQuestionView otherOf(const OpenQuestion& open, const session::SessionSummary& session, const QString& title)
{
    const conversation::Question& question = open.question;
    OtherQuestionView other;
    other.session = session.id;
    other.title = title;
    other.id = question.id;
    other.asker = wording::text(question.asker);
    const QuestionText parts = questionText(question.text);
    other.text = parts.words.simplified();
    other.reason = QString::fromStdString(question.reason).simplified();
    other.program = programOf(session, title);
    other.deadline = question.deadline;
    other.askedAt = question.askedAt;
    other.isDeadlinePaused = question.isDeadlinePaused;
    other.isUrgent = question.urgency == conversation::Urgency::High;
    return other;
}

/// As within one session, but by time: event numbers of different sessions have no order.
std::tuple<bool, std::int64_t, std::int64_t> orderOfOther(const OtherQuestionView& other)
{
    const bool isDue = other.deadline && !other.isDeadlinePaused;
    const std::int64_t never = std::numeric_limits<std::int64_t>::max();
    return {!other.isUrgent, isDue ? other.deadline->msSinceEpoch : never,
            other.askedAt ? other.askedAt->msSinceEpoch : never};
}

std::vector<OtherQuestionView> othersOf(const std::vector<session::SessionSummary>& sessions,
                                        const conversation::SessionId& current)
{
    std::vector<OtherQuestionView> all;
    for (const session::SessionSummary& session : sessions) {
        if (session.openQuestions.empty() || session.id == current || isImportedSession(session))
            continue;
        const QString title = titleAmong(sessions, session);
        for (const OpenQuestion& open : session.openQuestions)
            all.push_back(otherOf(open, session, title));
    }
    std::ranges::stable_sort(all, {}, orderOfOther);
    return all;
}

/// The most urgent are shown, a few per session; the others are counted by session.
void addOthers(NeedsYouState& view, std::vector<OtherQuestionView> all)
{
    std::map<conversation::SessionId, std::size_t> shown;
    for (OtherQuestionView& question : all) {
        if (view.otherQuestions.size() < mostOthers && shown[question.session] < mostOthersOfOne) {
            ++shown[question.session];
            view.otherQuestions.push_back(std::move(question));
            continue;
        }
        const auto line = std::ranges::find(view.others, question.session, &OtherSessionView::id);
        if (line != view.others.end())
            ++line->questions;
        else
            view.others.push_back(
                {question.session, question.title, 1, firstOf(question), shown[question.session] > 0});
    }
}

void addHeld(NeedsYouState& view, const std::vector<session::SessionSummary>& sessions,
             const conversation::SessionId& current)
{
    for (const session::SessionSummary& session : sessions) {
        if (session.held == 0 || session.id == current || isImportedSession(session))
            continue;
        OtherSessionView line{session.id, titleAmong(sessions, session)};
        line.held = session.held;
        view.others.push_back(std::move(line));
    }
}

/// For the session shown: an API program has given its name, any other is named by the session.
QString programHere(const std::vector<session::SessionSummary>& sessions, const conversation::SessionId& current)
{
    const auto here = std::ranges::find(sessions, current, &session::SessionSummary::id);
    if (here == sessions.end() || isImportedSession(*here))
        return {};
    const QString title = titleOf(here->title, here->isScripted);
    const QString program = programOf(*here, title);
    return program.isEmpty() || title.isEmpty() || program.contains(between) ? program : program + between + title;
}

} // namespace

NeedsYouState needsYou(const conversation::ConversationState& state, const Members& members,
                       const std::set<conversation::QuestionId>& postpone,
                       const std::vector<session::SessionSummary>& sessions, const conversation::SessionId& current,
                       const std::optional<ReplayMoment>& replay)
{
    NeedsYouState view;
    view.session = current;
    view.isReplay = replay.has_value();
    if (replay)
        view.moment = replay->time;
    std::vector<OpenQuestion> open = state.openQuestions();
    std::ranges::stable_sort(open, {}, orderOf);
    const QString program = open.empty() ? QString() : programHere(sessions, current);
    for (const OpenQuestion& question : open) {
        view.questions.push_back(cardOf(question, members, postpone, replay));
        view.questions.back().program = program;
    }
    // With iterators: clang 14 does not accept a subrange of this standard library as a range.
    std::stable_partition(view.questions.begin(), view.questions.end(),
                          [](const QuestionCardState& card) { return !card.isLater; });
    addOthers(view, othersOf(sessions, current));
    addHeld(view, sessions, current);
    return view;
}

} // namespace quarterdeck::ui::present
