#include "present/question_text.h"
#include "transcript/caps.h"
#include "ui/present/present.h"
#include "ui/wording/quantities.h"
#include "ui/wording/routing_words.h"
#include "ui/wording/visible_text.h"

#include <QDateTime>
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <tuple>

namespace quarterdeck::ui::present {

namespace {

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

/// One text that was proposed, on which the options decide.
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

/// Urgent ones first, then the oldest deadline that runs, then age.
std::tuple<bool, std::int64_t, std::int64_t> orderOf(const OpenQuestion& open)
{
    const bool isDue = open.question.deadline && !open.question.isDeadlinePaused;
    const std::int64_t never = std::numeric_limits<std::int64_t>::max();
    return {open.question.urgency != conversation::Urgency::High, isDue ? open.question.deadline->msSinceEpoch : never,
            open.askedSeq.value};
}

/// "Bob: Which licence?"
QString firstOf(const std::vector<OpenQuestion>& open)
{
    const OpenQuestion& first = *std::ranges::min_element(open, {}, orderOf);
    //: who asks, and what
    return NeedsYouPanel::tr("%1: %2").arg(wording::text(first.question.asker),
                                           questionText(first.question.text).words.simplified());
}

QuestionCardView cardOf(const OpenQuestion& open, const Members& members,
                        const std::set<conversation::QuestionId>& putOff, const std::optional<ReplayMoment>& replay)
{
    const conversation::Question& question = open.question;
    QuestionCardView card;
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
    card.isLater = putOff.contains(question.id) && !replay;
    if (replay) {
        const auto later = replay->laterAnswers.find(question.id);
        card.pastAnswer =
            later != replay->laterAnswers.end() ? later->second : NeedsYouPanel::tr("Not answered in this recording");
    }
    return card;
}

/// With its beginning, where another session bears the same title.
QString titleAmong(const std::vector<session::SessionSummary>& sessions, const session::SessionSummary& session)
{
    QString title = titleOf(session.title, session.isScripted);
    const auto bearers = std::ranges::count(sessions, session.title, &session::SessionSummary::title);
    if (bearers < 2 || !session.areTimesKnown)
        return title;
    const auto minuteOf = [](const session::SessionSummary& some) { return some.startedAt.msSinceEpoch / 60'000; };
    const bool isInOneMinute =
        std::ranges::count_if(sessions,
                              [&](const session::SessionSummary& other) {
                                  return other.title == session.title && minuteOf(other) == minuteOf(session);
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
    return NeedsYouPanel::tr("%1, begun %2").arg(title, begun);
}

} // namespace

NeedsYouView needsYou(const conversation::ConversationState& state, const Members& members,
                      const std::set<conversation::QuestionId>& putOff,
                      const std::vector<session::SessionSummary>& sessions, const conversation::SessionId& current,
                      const std::optional<ReplayMoment>& replay)
{
    NeedsYouView view;
    view.isReplay = replay.has_value();
    if (replay)
        view.moment = replay->time;
    std::vector<OpenQuestion> open = state.openQuestions();
    std::ranges::stable_sort(open, {}, orderOf);
    for (const OpenQuestion& question : open)
        view.questions.push_back(cardOf(question, members, putOff, replay));
    // By iterators: clang 14 takes no subrange of this standard library for a range.
    std::stable_partition(view.questions.begin(), view.questions.end(),
                          [](const QuestionCardView& card) { return !card.isLater; });
    for (const session::SessionSummary& session : sessions)
        if (session.id != current && !session.openQuestions.empty())
            view.others.push_back({session.id, titleAmong(sessions, session),
                                   static_cast<int>(session.openQuestions.size()), firstOf(session.openQuestions)});
    return view;
}

} // namespace quarterdeck::ui::present
