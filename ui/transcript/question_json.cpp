#include "transcript/question_json.h"

#include <nlohmann/json.hpp>
#include <variant>

namespace quarterdeck::ui::transcript {

namespace {

using namespace conversation;
using nlohmann::json;

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

json endJson(const QuestionEnd& end, bool isLate)
{
    const std::string by = end.by == "person" ? "you" : end.by;
    json value{{"kind", wordFor(end.kind)}, {"text", answerText(end)}, {"by", by}, {"at", end.at.msSinceEpoch}};
    if (isLate)
        value["late"] = true;
    return value;
}

json optionsJson(const std::vector<QuestionOption>& options)
{
    json list = json::array();
    for (const QuestionOption& option : options) {
        list.push_back({{"label", option.label}});
        if (!option.description.empty())
            list.back()["description"] = option.description;
    }
    return list;
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

} // namespace

const QuestionEnd* endOf(const session::Row& row)
{
    for (const Event& amendment : row.amendments) {
        if (const auto* ended = std::get_if<QuestionEnded>(&amendment.body))
            return &ended->end;
    }
    return nullptr;
}

json questionJson(const Presentation& presentation, const Question& question, const session::Row& row,
                  const std::optional<QuestionEnd>& laterEnd)
{
    json value{{"id", question.id.str()},
               {"text", question.text},
               {"options", optionsJson(question.options)},
               {"askedAt", question.askedAt.msSinceEpoch}};
    if (!question.reason.empty())
        value["reason"] = question.reason;
    if (!question.defaultOption.empty())
        value["defaultOption"] = question.defaultOption;
    if (!question.schema.isNull())
        value["schema"] = question.schema.json();
    const Deadline deadline = deadlineOf(question, row);
    if (deadline.at)
        value["deadline"] = deadline.at->msSinceEpoch;
    if (deadline.isPaused)
        value["paused"] = true;
    const QuestionEnd* end = endOf(row);
    if (end)
        value["end"] = endJson(*end, false);
    else if (laterEnd)
        value["end"] = endJson(*laterEnd, true);
    value["live"] = end == nullptr && !presentation.isReplay && !presentation.isImported;
    return value;
}

} // namespace quarterdeck::ui::transcript
