#include "model/gateway/rest/api_json.h"

#include "model/conversation/json/event_json.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/question.h"
#include "model/conversation/speaker.h"
#include "model/formats/json/python_json.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/sent_bodies.h"

#include <QtGlobal>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

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
constexpr std::array<Refusal, 21> refusals = {{
    {ErrorCode::UnknownRecipient, 422, "unknown_recipient"},
    {ErrorCode::NoLeader, 422, "no_leader"},
    {ErrorCode::DuplicateRole, 409, "duplicate_role"},
    {ErrorCode::UnknownRole, 422, "unknown_role"},
    {ErrorCode::UnknownQuestion, 404, "unknown_question"},
    {ErrorCode::DuplicateQuestion, 409, "duplicate_question"},
    {ErrorCode::QuestionEnded, 409, "question_ended"},
    {ErrorCode::InvalidAnswer, 422, "invalid_answer"},
    {ErrorCode::Filtered, 422, "filtered"},
    {ErrorCode::OtherRecipients, 409, "other_recipients"},
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
            {"held", message->route.hold.has_value()},
            {"muted", message->route.isMuted},
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

namespace python_json = formats::python_json;

namespace {

/// Replaces marked texts by what can be read; false if anything else is marked, since that is not JSON.
bool unmark(json& value)
{
    if (value.is_string()) {
        const bool isText = python_json::isText(value);
        value = python_json::escaped(value.get<std::string>());
        return isText;
    }
    if (!value.is_object()) {
        for (json& one : value)
            if (value.is_array() && !unmark(one))
                return false;
        return true;
    }
    json members = json::object();
    for (const auto& member : value.items()) {
        if (!unmark(member.value()))
            return false;
        members[python_json::escaped(member.key())] = std::move(member.value());
    }
    value = std::move(members);
    return true;
}

/// Far rarer than the first way, which is faster.
std::optional<json> readAsPythons(std::string_view body)
{
    auto value = python_json::parse(body);
    return value && unmark(*value) ? std::move(value) : std::nullopt;
}

} // namespace

tl::expected<json, std::string> objectIn(std::string_view body)
{
    auto strict = conversation::parseJson(body);
    auto value = strict ? std::optional(std::move(*strict)) : readAsPythons(body);
    if (!value)
        return tl::unexpected(jsonFaultIn(body, JsonBy::Rules, conversation::maxJsonDepth));
    if (!value->is_object())
        return tl::unexpected(
            std::string(QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not a JSON object.")));
    return std::move(*value);
}

using conversation::RunState;

namespace {

constexpr std::array runStates = {RunState::NotStarted,    RunState::Running, RunState::Paused,
                                  RunState::StopRequested, RunState::Stopped, RunState::Finished};

bool isNameOfProgram(const json& object, const char* key)
{
    const auto name = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && name != object.end() && name->is_string()
        && conversation::isLikeProgramName(name->get<std::string>());
}

/// A name, or one in a list of names.
bool isOwn(const json& value)
{
    return value.is_array() ? std::ranges::any_of(value, [](const json& one) { return isOwn(one); })
                            : value.is_string() && conversation::isOwnName(value.get_ref<const std::string&>());
}

std::string ownName(const char* key)
{
    return std::string(key) + ": names that begin with “quarterdeck.” are Quarterdeck's own: another one is needed";
}

} // namespace

std::optional<std::string> validateQuestion(const json& question)
{
    if (const json asker = question.value("asker", json("")); asker == json(""))
        return "asker is missing: the name of the member who asks";
    if (const auto deadline = question.find("deadline");
        deadline != question.end() && !deadline->is_number_integer() && !deadline->is_null())
        return "deadline: not a whole number (milliseconds since 1970, UTC)";
    const json options = question.value("options", json::array());
    for (std::size_t i = 0; options.is_array() && i < options.size(); ++i)
        if (!options[i].is_object() && !options[i].is_string())
            return "options[" + std::to_string(i) + "]: neither a text nor an object with a label";
    return std::nullopt;
}

std::optional<std::string> validateMessage(const json& message)
{
    const json content = message.value("content", json());
    if (!content.is_string() && !content.is_array() && !content.is_null())
        return "content: neither a text nor a list of blocks";
    if (!message.contains("sent_from")) // who forgot to say it would speak in the person's name
        return R"(sent_from is missing: the name of the member who speaks, or "" for the person)";
    const json metadata = message.value("metadata", json());
    if (isOwn(message.value("cause_by", json())))
        return ownName("cause_by");
    if (metadata.is_object())
        for (const auto& member : metadata.items())
            if (conversation::isOwnMetadataKey(member.key()))
                return "metadata: “" + member.key() + "” is a key of Quarterdeck's own: another one is needed";
    if (isNameOfProgram(message, "sent_from") || isNameOfProgram(message, "name") || isNameOfProgram(metadata, "agent"))
        return "Quarterdeck speaks in this name itself: another one is needed";
    return std::nullopt;
}

std::optional<std::string> validateRole(const json& role)
{
    if (isNameOfProgram(role, "name"))
        return "name: Quarterdeck speaks in this name itself: another one is needed";
    for (const char* key : {"name", "class_path", "watch", "addresses"})
        if (isOwn(role.value(key, json())))
            return ownName(key);
    return std::nullopt;
}

std::optional<std::string> validateRunState(const json& wanted)
{
    std::string known;
    for (const RunState state : runStates) {
        const std::string word = wordOf(state);
        if (wanted == json(word))
            return std::nullopt;
        known += (known.empty() ? "" : ", ") + word;
    }
    return "run_state: " + wanted.dump(-1, ' ', false, json::error_handler_t::replace) + " is none of " + known;
}

namespace {

template <typename T>
using Taken = tl::expected<T, std::string>;

std::string textIn(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The block's source, if it contains bytes.
json* sourceWithBytes(json& block)
{
    static constexpr std::array<std::string_view, 4> media = {"image", "audio", "video", "file"};
    if (!block.is_object() || std::ranges::find(media, std::string_view(textIn(block, "type"))) == media.end())
        return nullptr;
    const auto source = block.find("source");
    const bool hasBytes = source != block.end() && source->is_object() && source->contains("data");
    return hasBytes ? &*source : nullptr;
}

/// `place`: where the data is.
Taken<formats::RecordedAttachment> attachmentIn(const json& source, bool isShown, const std::string& place)
{
    const auto bad = [&](const char* what) { return tl::unexpected(place + ": " + what); };
    const json& data = source.at("data");
    if (!data.is_string())
        return bad("not a text.");
    if (!textIn(source, "hash").empty() || !textIn(source, "url").empty())
        return bad("beside it stands a hash or url, and only one of them can be meant.");
    auto sent = sentBytesIn(data.get_ref<const std::string&>());
    if (!sent)
        return bad("no base64, and no data: URL of it. Paths and addresses are not read.");
    if (sent->bytes.empty())
        return bad("no bytes.");
    const std::string said = textIn(source, "media_type");
    auto attachment = attachmentOf(std::move(sent->bytes), said.empty() ? sent->mediaType : said);
    if (isShown && !isPicture(attachment.bytes, attachment.mediaType))
        return bad("no picture that can be shown (PNG, JPEG, WebP, GIF).");
    return attachment;
}

} // namespace

Taken<std::vector<formats::RecordedAttachment>> takeMedia(json& blocks, const std::string& place)
{
    std::vector<formats::RecordedAttachment> taken;
    if (!blocks.is_array())
        return taken; // who reads it says so
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        json* source = sourceWithBytes(blocks[i]);
        if (source == nullptr)
            continue;
        auto attachment = attachmentIn(*source, textIn(blocks[i], "type") == "image",
                                       place + "[" + std::to_string(i) + "].source.data");
        if (!attachment)
            return tl::unexpected(std::move(attachment.error()));
        source->erase("data");
        (*source)["hash"] = attachment->hash.str();
        (*source)["media_type"] = attachment->mediaType;
        (*source)["size"] = attachment->bytes.size();
        taken.push_back(std::move(*attachment));
    }
    return taken;
}

} // namespace quarterdeck::gateway::api
