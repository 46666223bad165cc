#include "model/gateway/mcp/results.h"

#include "model/gateway/mcp/json_rpc.h"

#include <QByteArray>
#include <QDateTime>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace quarterdeck::gateway::mcp {

using conversation::QuestionEnd;
using conversation::QuestionEndKind;
using nlohmann::json;

namespace {

const char* statusOf(const QuestionStatus& question)
{
    if (!question.end)
        return "open";
    switch (question.end->kind) {
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

json answerOf(const QuestionEnd& end)
{
    if (end.kind != QuestionEndKind::Answered)
        return nullptr;
    return end.form.isNull() ? json(conversation::answerText(end)) : end.form.json();
}

/// Words beside a form: the form alone is then the answer.
std::string wordsBesideForm(const QuestionStatus& question)
{
    if (!question.end || question.end->kind != QuestionEndKind::Answered || question.end->form.isNull())
        return {};
    QuestionEnd said = *question.end;
    said.form = {};
    return conversation::answerText(said);
}

std::string timeText(conversation::Timestamp time)
{
    return QDateTime::fromMSecsSinceEpoch(time.msSinceEpoch, Qt::UTC).toString(Qt::ISODateWithMs).toStdString();
}

json contentOf(const json& structured, Version version)
{
    json result = {{"content", json::array({{{"type", "text"}, {"text", textOf(structured)}}})}};
    if (hasStructuredContent(version))
        result["structuredContent"] = structured;
    return result;
}

} // namespace

json answerResult(const conversation::QuestionId& id, const QuestionStatus& question, conversation::Timestamp now,
                  Version version, const std::vector<AnswerImage>& images)
{
    const conversation::Timestamp until = question.end ? question.end->at : now;
    const auto waited = std::max<std::int64_t>(until.msSinceEpoch - question.askedAt.msSinceEpoch, 0);
    const bool isAnswered = question.end && question.end->kind == QuestionEndKind::Answered;
    json structured = {{"status", statusOf(question)},
                       {"answer", question.end ? answerOf(*question.end) : json()},
                       {"answered_at", isAnswered ? json(timeText(question.end->at)) : json()},
                       {"waited_s", static_cast<double>(waited) / 1000.0},
                       {"question_id", id.str()}};
    if (const std::string words = wordsBesideForm(question); !words.empty())
        structured["words"] = words;
    if (question.lateAnswer)
        structured["late_answer"] = *question.lateAnswer;
    json result = contentOf(structured, version);
    for (const AnswerImage& image : images)
        result["content"].push_back({{"type", "image"},
                                     {"data", QByteArray::fromStdString(image.bytes).toBase64().toStdString()},
                                     {"mimeType", image.mediaType}});
    return result;
}

json messageResult(const conversation::MessageId& id, Version version)
{
    return contentOf({{"message_id", id.str()}}, version);
}

json failedResult(const std::string& why)
{
    return {{"content", json::array({{{"type", "text"}, {"text", why}}})}, {"isError", true}};
}

} // namespace quarterdeck::gateway::mcp
