#include "model/formats/coding_agent/openhands_session.h"

#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace quarterdeck::formats {

using conversation::Address;
using conversation::Message;
using conversation::Usage;
using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string openHandsAgent = "OpenHands";
/// What its events call whoever is neither the person nor the agent.
const std::string openHandsProgram = "Environment";
const Address openHandsTools("Tools");

/// OpenHands answers its own agent where nobody else does, or where its critic is not content.
bool isOpenHandsPrompt(const std::string& text)
{
    return (text.starts_with("Please continue ") && text.find("on whatever approach you think is suitable") < 64)
        || text.starts_with("The task appears incomplete (iteration ")
        || text.starts_with("Your previous response was blocked by the model's content filter.");
}

/// In OpenHands' own words.
std::optional<Usage> openHandsUsage(const json& metrics)
{
    const json& tokens = memberOf(metrics, "accumulated_token_usage");
    const std::string model = textMember(tokens, "model");
    auto usage = usageOf({memberOf(tokens, "prompt_tokens"), memberOf(tokens, "completion_tokens"),
                          memberOf(tokens, "cache_read_tokens"), memberOf(tokens, "reasoning_tokens")},
                         model == "default" ? std::string() : model);
    if (const auto cost = costFrom(memberOf(metrics, "accumulated_cost"))) {
        usage = usage ? usage : Usage();
        usage->cost = cost;
    }
    return usage;
}

} // namespace

bool hasOpenHandsFailed(const json& observation)
{
    const json& given = memberOf(observation, "exit_code");
    const json& code = given.is_null() ? memberOf(memberOf(observation, "metadata"), "exit_code") : given;
    const bool isOver = code.is_number_integer() && code != -1; // -1: it still runs
    return memberOf(observation, "is_error") == true || memberOf(observation, "error") == true || (isOver && code != 0);
}

json openHandsContent(const std::string& text, const json& pictures)
{
    json parts = json::array();
    if (!text.empty()) {
        parts.push_back({{"type", "text"}, {"text", text}});
    }
    for (const json& picture : pictures.is_array() ? pictures : json::array()) {
        if (picture.is_string()) {
            parts.push_back(mediaPart("image/", picture.get<std::string>()));
        }
    }
    return parts;
}

OpenHandsSession::OpenHandsSession(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                                   bool isInstructed)
    : m_limits(limits)
    , m_session(source, sink, limits, "openhands")
    , m_isInstructed(isInstructed)
    , m_agents{openHandsAgent}
    , m_lastCaller(openHandsAgent)
{ }

/// Whom the agent works for that is at work.
Address OpenHandsSession::caller() const
{
    return isInSubAgent() ? Address(m_agents[m_agents.size() - 2])
        : m_isInstructed  ? Address(openHandsProgram)
                          : conversation::address::person;
}

std::vector<conversation::ContentBlock> OpenHandsSession::blocksOf(const json& content)
{
    auto parts = readContent(content, m_limits);
    if (!parts) {
        return {};
    }
    for (RecordedAttachment& attachment : parts->attachments) {
        m_session.attachment(std::move(attachment));
    }
    return std::move(parts->blocks);
}

void OpenHandsSession::ask(const json& content, const std::string& time, const std::string& sender)
{
    Message message;
    message.content = blocksOf(content);
    const std::string text = conversation::textOf(message);
    if (trimmedText(text).empty() && !conversation::hasBlock<conversation::MediaBlock>(message)) {
        return;
    }
    const bool isProgram = m_isInstructed || isOpenHandsPrompt(text);
    message.role = isProgram || !sender.empty() ? "assistant" : "user";
    message.sendTo = {Address(m_agents.back())};
    if (!sender.empty()) {
        message.sentFrom = Address(sender);
    } else if (isProgram) {
        message.sentFrom = Address(openHandsProgram);
    } else {
        message.causeBy = conversation::action::userRequirement;
    }
    setTime(message, time);
    m_session.say(std::move(message));
}

void OpenHandsSession::step(OpenHandsStep step)
{
    // An answer's thoughts and tokens come with each of its calls.
    const bool isFirst = step.response.empty() || m_counted.insert(std::hash<std::string>()(step.response)).second;
    const bool isPersons = step.source == "user"; // a command in the program's terminal
    Message* held = step.response.empty() ? nullptr : m_session.held(step.response);
    Message made;
    made.role = isPersons ? "user" : "assistant";
    made.sentFrom = isPersons          ? Address()
        : step.source == "environment" ? Address(openHandsProgram)
                                       : Address(m_agents.back());
    made.sendTo = {caller()};
    setTime(made, step.time);
    Message& message = held != nullptr ? *held : made;
    if (isFirst && !trimmedText(step.reasoning).empty()) {
        message.content.emplace_back(conversation::ThinkingBlock{std::move(step.reasoning), {}});
    }
    if (!trimmedText(step.thinking).empty()) {
        message.content.emplace_back(conversation::ThinkingBlock{std::move(step.thinking), {}});
    }
    for (std::string* text : {&step.thought, &step.words}) {
        if (!trimmedText(*text).empty()) {
            message.content.emplace_back(conversation::TextBlock{std::move(*text)});
        }
    }
    if (step.call) {
        m_lastCall = step.call->id;
        m_calls.note(step.call->id, step.call->name);
        message.content.emplace_back(std::move(*step.call));
        message.sendTo = {openHandsTools};
        m_lastCaller = message.sentFrom;
    }
    if (isFirst && step.usage) {
        message.usage = std::move(step.usage);
    }
    if (held != nullptr || message.content.empty()) {
        return;
    }
    if (step.response.empty()) {
        m_session.say(std::move(message));
    } else {
        m_session.hold(std::move(message), step.response);
    }
}

void OpenHandsSession::result(std::string id, json content, bool isError, const std::string& time)
{
    id = id.empty() ? m_lastCall : id;
    std::vector<RecordedAttachment> attachments;
    auto block = readToolResult(std::move(content), m_limits, attachments);
    for (RecordedAttachment& attachment : attachments) {
        m_session.attachment(std::move(attachment));
    }
    block.id = id;
    block.name = m_calls.take(id);
    block.isError = isError;
    Message message;
    message.role = "tool";
    message.sentFrom = openHandsTools;
    message.sendTo = {m_lastCaller};
    message.content.emplace_back(std::move(block));
    setTime(message, time);
    m_session.say(std::move(message));
}

void OpenHandsSession::note(std::string text, const std::string& time)
{
    if (!trimmedText(text).empty()) {
        m_session.note(openHandsProgram, std::move(text), time, json::object());
    }
}

void OpenHandsSession::unknown(const SourceLocation& place)
{
    if (m_unknown++ == 0) {
        m_unknownPlace = place;
    }
}

void OpenHandsSession::endAgent()
{
    if (isInSubAgent()) {
        m_agents.pop_back();
    }
    m_lastCaller = Address(m_agents.back()); // whose call it answers
}

void OpenHandsSession::setMetrics(const json& metrics)
{
    if (auto usage = openHandsUsage(metrics)) {
        m_total = std::move(usage);
    }
}

void OpenHandsSession::setStats(const json& stats)
{
    std::optional<Usage> sum;
    const json& models = memberOf(stats, "usage_to_metrics");
    for (const json& metrics : models.is_object() ? models : json::object()) {
        if (auto usage = openHandsUsage(metrics)) {
            sum = sumOf(sum, std::move(*usage));
        }
    }
    m_total = sum ? sum : m_total;
}

bool OpenHandsSession::end()
{
    if (m_unknown > 0) {
        m_session.problem(m_unknownPlace, m_unknown == 1 ? RejectReason::UnknownRecord : RejectReason::UnknownRecords,
                          std::to_string(m_unknown));
    }
    if (auto rest = m_total ? restOf(*m_total, m_session.usageOfMessages()) : std::nullopt) {
        m_session.setUsage(std::move(*rest));
    }
    return m_session.end();
}

} // namespace quarterdeck::formats
