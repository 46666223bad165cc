#include "model/gateway/rest/api_responses.h"

#include "model/conversation/json/event_json.h"
#include "model/conversation/question.h"
#include "model/gateway/http/request_rules.h"

#include <QtGlobal>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace quarterdeck::gateway::api {

using conversation::ErrorCode;
using nlohmann::json;

namespace {

struct Refusal
{
    ErrorCode error;
    std::uint32_t status;
    std::string_view code;
};
/// Every error has its line; what is not the client's fault is a 5xx.
constexpr std::array<Refusal, 20> refusals = {{
    {ErrorCode::UnknownRecipient, 422, "unknown_recipient"},
    {ErrorCode::NoLeader, 422, "no_leader"},
    {ErrorCode::DuplicateRole, 409, "duplicate_role"},
    {ErrorCode::UnknownRole, 422, "unknown_role"},
    {ErrorCode::UnknownQuestion, 404, "unknown_question"},
    {ErrorCode::DuplicateQuestion, 409, "duplicate_question"},
    {ErrorCode::QuestionEnded, 409, "question_ended"},
    {ErrorCode::InvalidAnswer, 422, "invalid_answer"},
    {ErrorCode::Filtered, 422, "filtered"},
    {ErrorCode::NotAllowed, 409, "not_allowed"},
    {ErrorCode::UnreadableImage, 422, "unreadable_image"},
    {ErrorCode::BadInput, 422, "bad_input"},
    {ErrorCode::NewerVersion, 503, "newer_version"},
    {ErrorCode::ReadOnly, 503, "read_only"},
    {ErrorCode::Locked, 503, "locked"},
    {ErrorCode::DiskFull, 507, "disk_full"},
    {ErrorCode::Damaged, 500, "damaged"},
    {ErrorCode::NotFound, 404, "not_found"},
    {ErrorCode::Io, 500, "io"},
    {ErrorCode::Cancelled, 503, "cancelled"},
}};

} // namespace

HttpResponse answerOf(std::uint32_t status, const json& body)
{
    return {status, body.dump(-1, ' ', false, json::error_handler_t::replace)};
}

HttpResponse refusal(const conversation::Error& error, const std::string& where)
{
    const std::string message = where.empty() ? error.sentence : where + ": " + error.sentence;
    for (const Refusal& one : refusals)
        if (one.error == error.code)
            return errorAnswer(one.status, one.code, message);
    return errorAnswer(500, "error", message);
}

HttpResponse badBody(const std::string& what) { return errorAnswer(400, what); }
HttpResponse forbidden(const std::string& what) { return errorAnswer(403, what); }
HttpResponse notFound(const std::string& what) { return errorAnswer(404, what); }
HttpResponse conflict(const std::string& what) { return errorAnswer(409, "conflict", what); }
HttpResponse noSession()
{
    return notFound(QT_TRANSLATE_NOOP("GatewayRefusals",
                                      "There is no session with this id that programs created here or take part in."));
}

std::string wordOf(conversation::RoleActivity activity)
{
    const conversation::RoleActivityChanged changed{{}, activity, {}, false, false};
    return json::parse(conversation::eventPayload(changed)).value("activity", "idle");
}

std::string wordOf(conversation::RunState state)
{
    return json::parse(conversation::eventPayload(conversation::RunStateChanged{state, {}, {}})).value("state", "");
}

json published(const conversation::Event& event)
{
    const auto* message = std::get_if<conversation::MessagePublished>(&event.body);
    if (message == nullptr)
        return {};
    json recipients = json::array();
    json acting = json::array();
    for (const conversation::Delivery& delivery : message->route.deliveries) {
        recipients.push_back(delivery.role.str());
        if (delivery.makesActive())
            acting.push_back(delivery.role.str());
    }
    return {{"id", message->message.id.str()},
            {"seq", event.seq.value},
            {"recipients", std::move(recipients)},
            {"acting", std::move(acting)},
            {"undelivered", message->route.isUndelivered},
            {"route", conversation::toJson(message->route)}};
}

json ended(const conversation::QuestionEnded& event)
{
    const json end = conversation::toJson(event.end);
    json answer = {{"id", event.id.str()}, {"status", end.at("kind")}, {"end", end}};
    if (event.end.kind == conversation::QuestionEndKind::Answered)
        answer["answer"] = conversation::answerText(event.end);
    return answer;
}

} // namespace quarterdeck::gateway::api
