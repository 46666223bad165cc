#include "ui/transcript/question_json.h"

#include "ui/present/row_limits.h"
#include "ui/present/visible_text.h"
#include "ui/transcript/blocks_json.h"
#include "ui/transcript/people_json.h"

#include <QCoreApplication>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

namespace quarterdeck::ui::transcript {

namespace {

using namespace conversation;
using nlohmann::json;

struct Questions
{
    Q_DECLARE_TR_FUNCTIONS(Questions)
};

const char* wordFor(QuestionEndKind kind)
{
    switch (kind) {
    case QuestionEndKind::Answered:
        return "answered";
    case QuestionEndKind::Declined:
        return "declined";
    case QuestionEndKind::TimedOut:
        return "timed_out";
    case QuestionEndKind::Withdrawn:
        break;
    }
    return "withdrawn";
}

std::vector<MediaBlock> imagesOf(const QuestionEnd& end)
{
    Message said;
    said.content = end.content;
    return blocksOf<MediaBlock>(said);
}

bool canBeShown(const json& form)
{
    return !form.is_null() && form.dump(-1, ' ', false, json::error_handler_t::replace).size() <= longestNote;
}

/// A form is shown field by field beside what was said in words; one that is too long becomes cut text.
json endJson(const QuestionEnd& end, bool isLate)
{
    const std::string by = end.by == "person" ? "you" : end.by;
    const bool hasForm = canBeShown(end.form.json());
    QuestionEnd inWords = end;
    if (hasForm)
        inWords.form = {};
    json value{{"kind", wordFor(end.kind)},
               {"text", cutText(answerText(inWords), longestNote)},
               {"by", by},
               {"at", end.at.msSinceEpoch}};
    if (hasForm)
        value["form"] = end.form.json();
    if (!end.option.empty() && end.option != answerText(inWords)) // words went along with it
        value["option"] = cutName(end.option);
    if (isLate)
        value["late"] = true;
    if (!end.via.empty())
        value["via"] = cutName(end.via);
    return value;
}

void markLookalikes(json& options)
{
    QStringList labels;
    for (const json& option : options)
        labels.append(QString::fromStdString(option.at("label").get<std::string>()));
    const QList<bool> areAlike = lookalikesAmong(labels);
    for (int i = 0; i < areAlike.size(); ++i) {
        if (areAlike[i])
            options[static_cast<std::size_t>(i)]["lookalike"] = true;
    }
}

/// The first ones, and only those that can be given as an answer, which a cut label cannot.
json optionsJson(const std::vector<QuestionOption>& options)
{
    json list = json::array();
    for (const QuestionOption& option : options) {
        if (list.size() == mostChoices)
            break;
        if (option.label.size() > longestName)
            continue;
        list.push_back({{"label", option.label}});
        if (!option.description.empty())
            list.back()["description"] = cutText(option.description, longestDescription);
    }
    markLookalikes(list);
    return list;
}

/// Adds the options and the form, and a note if there are more than the page can show.
void addAnswers(json& value, const Question& question)
{
    QStringList notes;
    value["options"] = optionsJson(question.options);
    if (isApproval(question))
        value["approval"] = true;
    const bool areSomeAlike =
        std::ranges::any_of(value["options"], [](const json& one) { return one.contains("lookalike"); });
    if (areSomeAlike)
        notes << Questions::tr(
            "Some of these answers look alike. Letters from other alphabets are shown as code points.");
    const std::size_t leftOut = question.options.size() - value["options"].size();
    if (leftOut > 0) {
        notes << Questions::tr("%n more answer(s) are not shown here. You can type the one you mean.", nullptr,
                               static_cast<int>(leftOut));
    }
    if (!question.schema.isNull()) {
        json schema = cappedSchema(question.schema.json());
        if (schema.dump(-1, ' ', false, json::error_handler_t::replace).size() <= longestValue)
            value["schema"] = std::move(schema);
        else
            notes << Questions::tr("The form for this question is too long to be shown here.");
    }
    if (!notes.isEmpty())
        value["note"] = wording::paragraph(notes).toStdString();
}

struct Deadline
{
    std::optional<Timestamp> at;
    bool isPaused = false;
};

Deadline deadlineOf(const Question& question, const session::Row& row)
{
    Deadline deadline{question.deadline, question.isDeadlinePaused};
    for (const Event& amendment : row.amendments) {
        if (const auto* moved = std::get_if<QuestionDeadlineMoved>(&amendment.body))
            deadline = {moved->deadline, moved->isPaused};
    }
    return deadline;
}

const Event* endEventOf(const session::Row& row)
{
    const auto isEnd = [](const Event& event) { return std::holds_alternative<QuestionEnded>(event.body); };
    const auto found = std::ranges::find_if(row.amendments, isEnd);
    return found == row.amendments.end() ? nullptr : &*found;
}

} // namespace

const QuestionEnd* endOf(const session::Row& row)
{
    const Event* ended = endEventOf(row);
    return ended == nullptr ? nullptr : &std::get<QuestionEnded>(ended->body).end;
}

json questionJson(const Presentation& presentation, const Question& question, const session::Row& row,
                  const std::optional<QuestionEnd>& laterEnd)
{
    json value{{"id", question.id.str()},
               {"text", cutText(question.text, longestNote)},
               {"askedAt", question.askedAt.msSinceEpoch}};
    addAnswers(value, question);
    if (!question.reason.empty())
        value["reason"] = cutText(question.reason, longestNote);
    if (!question.defaultOption.empty())
        value["defaultOption"] = cutName(question.defaultOption);
    const Deadline deadline = deadlineOf(question, row);
    if (deadline.at)
        value["deadline"] = deadline.at->msSinceEpoch;
    if (deadline.isPaused)
        value["paused"] = true;
    const QuestionEnd* end = endOf(row);
    if (end) {
        value["end"] = endJson(*end, false);
        if (json images = blocksJson(imagesOf(*end)); !images.empty()) {
            value["end"]["images"] = std::move(images);
            value["end"]["seq"] = endEventOf(row)->seq.value;
        }
        // Whoever withdrew it knows; and nobody said anything that could be delivered if it timed out. What the person
        // says later is a message of its own.
        const bool isSaid = end->kind == QuestionEndKind::Answered || end->kind == QuestionEndKind::Declined;
        if (presentation.areAskersRemote && isSaid)
            value["end"]["delivered"] = !presentation.undelivered.contains(question.id);
    }
    if (!end && laterEnd)
        value["end"] = endJson(*laterEnd, true);
    value["live"] = end == nullptr && !presentation.isReplay && !presentation.isImported;
    return value;
}

} // namespace quarterdeck::ui::transcript
