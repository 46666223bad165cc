#include "model/formats/coding_agent/qwen_reader.h"

#include "model/conversation/message.h"
#include "model/formats/anthropic/anthropic_reader.h"
#include "model/formats/coding_agent/claude_code_words.h"
#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/coding_agent/qwen_parts.h"
#include "model/formats/coding_agent/sub_agents.h"
#include "model/formats/coding_agent/taken_back_lines.h"
#include "model/formats/format_errors.h"
#include "model/formats/gemini/cli_messages.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace quarterdeck::formats {

using conversation::Address;
using conversation::JsonValue;
using conversation::Message;
using conversation::Usage;
using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string qwenAgent = "Qwen";
const std::string qwenProgram = "Qwen Code";
const Address qwenTools("Tools");

/// What was read from the cache is within the prompt here, other than where Claude Code prints it.
std::optional<Usage> printedUsage(const json& told, const std::string& model)
{
    auto usage = usageFrom(told, model);
    const json& total = memberOf(told, "total_tokens");
    if (!usage || usage->totalTokens() == 0) {
        return std::nullopt;
    }
    if (total.is_number_unsigned() && total == usage->totalTokens() - usage->cachedTokens) {
        usage->promptTokens -= usage->cachedTokens;
    }
    return usage;
}

bool isSidechain(const json& record) { return memberOf(record, "isSidechain") == true; }

/// What only later records tell.
class QwenSurvey
{
public:
    void note(const json& record, std::int64_t line)
    {
        constexpr std::size_t mostRecords = 1'000'000;
        const std::string uuid = textMember(record, "uuid");
        const json& payload = memberOf(record, "systemPayload");
        if (isSidechain(record)) {
            return;
        }
        if (textMember(record, "subtype") == "rewind") {
            takeBack(textMember(record, "parentUuid"), line);
        } else if (textMember(record, "subtype") == "custom_title" && textMember(payload, "titleSource") != "auto") {
            m_title = textMember(payload, "customTitle");
        }
        if (!uuid.empty() && m_records.size() < mostRecords) {
            m_lines[std::hash<std::string>()(uuid)] = line;
            m_records.emplace_back(line, uuid);
        }
    }
    [[nodiscard]] std::vector<std::string> recordsTakenBack() const
    {
        std::vector<std::string> taken;
        for (const auto& [line, uuid] : m_records) {
            if (isTakenBack(line)) {
                taken.push_back(uuid);
            }
        }
        return taken;
    }
    [[nodiscard]] bool isTakenBack(std::int64_t line) const { return m_takenBack.contains(line); }
    [[nodiscard]] const std::string& title() const { return m_title; }

private:
    /// What follows the record on which the conversation goes on.
    void takeBack(const std::string& last, std::int64_t line)
    {
        const auto found = m_lines.find(std::hash<std::string>()(last));
        m_takenBack.add(found == m_lines.end() ? 1 : found->second + 1, line);
    }

    std::map<std::size_t, std::int64_t> m_lines; ///< of records, by hashes of their ids
    std::vector<std::pair<std::int64_t, std::string>> m_records;
    TakenBackLines m_takenBack;
    std::string m_title;
};

/// Reads the records of one file, or of several that belong to one session.
class QwenTranscript
{
public:
    QwenTranscript(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, QwenSurvey survey)
        : m_limits(limits)
        , m_survey(std::move(survey))
        , m_content(limits)
        , m_session(source, sink, limits, "qwen_code")
    {
        sink.acceptTakenBack(m_survey.recordsTakenBack());
        if (!m_survey.title().empty()) {
            m_session.setTitle(m_survey.title());
        }
    }

    void add(const json& record, const SourceLocation& place);
    void end() { m_session.end(); }

private:
    /// Who works, and in which file.
    struct Worker
    {
        std::string name = qwenAgent;
        std::string lane{};
    };
    [[nodiscard]] Worker workerOf(const json& record, const std::string& text);
    void addChat(const json& record, const SourceLocation& place);
    void addUser(const json& record, const json& parts, const SourceLocation& place);
    void addPrinted(const json& record, const SourceLocation& place);
    void addPrintedUser(Message message, const json& record);
    void addSystem(const json& record);
    void addResult(const json& record);
    void addAnswer(Message message, const Worker& worker, std::optional<Usage> usage);
    void say(const json& record, const json& parts, const SourceLocation& place, bool isProgram);
    [[nodiscard]] std::optional<Message> messageOf(const json& record, const json& parts, const SourceLocation& place);
    void setFields(const json& record);
    void note(const std::string& text, const json& record);

    ReadLimits m_limits;
    QwenSurvey m_survey;
    anthropic::ContentReader m_content;
    CodingAgentRecordingBuilder m_session;
    SubAgents m_agents{qwenAgent};              ///< of what is printed
    std::map<std::string, std::string> m_names; ///< of the others, by their ids
    std::map<std::string, int> m_numbers;       ///< of names of one kind
    PendingToolCalls m_calls;
    std::set<std::string> m_failed; ///< calls
    std::set<std::size_t> m_read;   ///< hashes of records' ids
    std::optional<Usage> m_spent;   ///< as far as messages tell
    std::int64_t m_spentBySubAgents = 0;
};

void QwenTranscript::add(const json& record, const SourceLocation& place)
{
    constexpr std::size_t mostRecords = 1'000'000;
    if (!record.is_object()) {
        return m_session.problem(place, RejectReason::NotAnObject);
    }
    const std::string type = textMember(record, "type");
    const std::string uuid = textMember(record, "uuid");
    const bool isSaid = type == "user" || type == "assistant" || type == "tool_result";
    if (isSaid && !uuid.empty() && m_read.size() < mostRecords
        && !m_read.insert(std::hash<std::string>()(uuid + textMember(record, "sessionId"))).second) {
        return; // the same again
    }
    if (m_survey.isTakenBack(place.line) && !isSidechain(record)) {
        m_session.noteTakenBack(place, isSaid ? 1 : 0);
    } else if (isSaid && record.contains("session_id")) {
        addPrinted(record, place);
    } else if (isSaid) {
        addChat(record, place);
    } else if (type == "system") {
        addSystem(record);
    } else if (type == "result") {
        addResult(record);
    } else if (type != "stream_event" && type != "control_request" && type != "control_response"
               && type != claude_code::noteOnAgent) {
        m_session.problem(place, RejectReason::UnknownRecord);
    }
}

void QwenTranscript::setFields(const json& record)
{
    json fields = json::object();
    for (const char* key : {"sessionId", "session_id", "cwd", "version", "gitBranch", "model", "qwen_code_version"}) {
        if (record.contains(key)) {
            fields[key] = record[key];
        }
    }
    m_session.setFields(fields);
}

QwenTranscript::Worker QwenTranscript::workerOf(const json& record, const std::string& text)
{
    const std::string call = textMember(record, "parent_tool_use_id");
    if (!isSidechain(record) && call.empty()) {
        return {};
    }
    json source = record;
    if (!call.empty()) { // what is printed names a sub-agent by the call that started it
        source["agentId"] = call;
    }
    const std::string agent = textMember(source, "agentId");
    const std::string kind = textMember(source, "agentName");
    if (kind.empty() || agent.empty()) {
        return {m_agents.nameOf(source, text), agent};
    }
    constexpr std::size_t mostNames = 100'000;
    const auto [known, isNew] = m_names.try_emplace(agent, kind);
    if (isNew) {
        known->second = numberedName(kind, ++m_numbers[kind]);
    }
    Worker worker{known->second, agent};
    if (m_names.size() > mostNames) {
        m_names.erase(known);
    }
    return worker;
}

void QwenTranscript::addChat(const json& record, const SourceLocation& place)
{
    const json& source = memberOf(record, "message");
    const json& parts = memberOf(source, "parts");
    setFields(record);
    if (!parts.is_array()) {
        return m_session.problem(place, RejectReason::WrongContent);
    }
    const std::string type = textMember(record, "type");
    const json& call = memberOf(record, "toolCallResult");
    const std::string status = textMember(call, "status");
    if (status == "error" || status == "cancelled") {
        m_failed.insert(textMember(call, "callId"));
    }
    const bool isAnswered =
        std::ranges::any_of(parts, [](const json& part) { return memberOf(part, "functionResponse").is_object(); });
    if (type == "user" && !isAnswered) {
        return addUser(record, parts, place);
    }
    auto message = messageOf(record, parts, place);
    if (!message || message->content.empty()) {
        return;
    }
    const Worker worker = workerOf(record, {});
    m_agents.note(*message, worker.name);
    if (type == "assistant") {
        return addAnswer(std::move(*message), worker, qwen::usageOf(record));
    }
    message->role = "tool";
    message->sentFrom = qwenTools;
    message->sendTo = {Address(worker.name)};
    m_session.say(std::move(*message), worker.lane);
}

/// The blocks of the parts, and what the record says beside them.
std::optional<Message> QwenTranscript::messageOf(const json& record, const json& parts, const SourceLocation& place)
{
    auto read = qwen::readParts(parts, m_calls, m_limits);
    if (!read) {
        return std::nullopt;
    }
    if (read->hasBrokenImage) {
        m_session.problem(place, RejectReason::WrongImage);
    }
    for (RecordedAttachment& attachment : read->attachments) {
        m_session.attachment(std::move(attachment));
    }
    Message message;
    message.content = std::move(read->blocks);
    for (auto& block : message.content) {
        if (auto* result = std::get_if<conversation::ToolResultBlock>(&block)) {
            result->isError = result->isError || m_failed.contains(result->id);
        }
    }
    setTime(message, textMember(record, "timestamp"));
    json fields = record;
    fields["message"].erase("parts");
    for (const char* key : {"toolCallResult", "systemPayload", "usageMetadata"}) {
        fields.erase(key);
    }
    message.metadata = JsonValue(json{{"source", std::move(fields)}});
    return message;
}

/// A record of the role *user* is the person's only where nothing says otherwise, and only in part.
void QwenTranscript::addUser(const json& record, const json& parts, const SourceLocation& place)
{
    constexpr std::array byPerson = {"", "mid_turn_user_message", "realtime_message"};
    const std::string provenance = textMember(record, "provenance");
    const std::string subtype = textMember(record, "subtype");
    const bool isOfProgram =
        (!provenance.empty() && provenance != "real_user") || std::ranges::find(byPerson, subtype) == byPerson.end();
    if (isOfProgram) {
        return say(record, parts, place, true);
    }
    const std::string shown = subtype == "mid_turn_user_message"
        ? textMember(memberOf(record, "systemPayload"), "displayText")
        : std::string();
    const gemini::UserParts split = gemini::splitUser(parts, shown.empty() ? json() : json(shown));
    say(record, split.before, place, true);
    say(record, split.person, place, false);
    say(record, split.after, place, true);
}

void QwenTranscript::say(const json& record, const json& parts, const SourceLocation& place, bool isProgram)
{
    auto message = parts.empty() ? std::nullopt : messageOf(record, parts, place);
    if (!message) {
        return;
    }
    const Worker worker = workerOf(record, conversation::textOf(*message));
    message->role = isProgram ? "system" : "user";
    message->sendTo = {Address(worker.name)};
    if (isProgram) {
        message->sentFrom = Address(qwenProgram);
    } else if (!worker.lane.empty()) {
        message->sentFrom = Address(qwenAgent);
    } else {
        message->causeBy = conversation::action::userRequirement;
    }
    m_session.say(std::move(*message), worker.lane);
}

/// The calls of an answer may be a record of their own, and each block of what is printed is: the last one has the
/// tokens.
void QwenTranscript::addAnswer(Message message, const Worker& worker, std::optional<Usage> usage)
{
    const Address other = worker.lane.empty() ? conversation::address::person : Address(qwenAgent);
    const auto isCall = [](const auto& block) { return std::holds_alternative<conversation::ToolUseBlock>(block); };
    Message* held = m_session.held(worker.name, worker.lane);
    const bool isMore = held != nullptr
        && (!held->usage
            || (!usage && std::ranges::all_of(message.content, isCall) && std::ranges::none_of(held->content, isCall)));
    if (usage) {
        m_spent = sumOf(m_spent, *usage);
    }
    if (isMore) {
        held->content.insert(held->content.end(), message.content.begin(), message.content.end());
        held->usage = usage ? usage : held->usage;
        held->sendTo = {conversation::hasBlock<conversation::ToolUseBlock>(*held) ? qwenTools : other};
        return;
    }
    message.role = "assistant";
    message.sentFrom = Address(worker.name);
    message.sendTo = {conversation::hasBlock<conversation::ToolUseBlock>(message) ? qwenTools : other};
    message.usage = std::move(usage);
    m_session.hold(std::move(message), worker.name, worker.lane);
}

void QwenTranscript::addPrinted(const json& record, const SourceLocation& place)
{
    const json& source = memberOf(record, "message");
    setFields(record);
    if (!source.is_object()) {
        return m_session.problem(place, RejectReason::WrongContent);
    }
    auto split = anthropic::splitMessage(source, qwenAgent, m_content);
    if (!split) {
        return m_session.problem(place, RejectReason::WrongContent);
    }
    for (RecordedAttachment& attachment : split->attachments) {
        m_session.attachment(std::move(attachment));
    }
    json fields = record;
    fields["message"].erase("content");
    if (const std::string call = textMember(record, "parent_tool_use_id"); !call.empty()) {
        fields["agentId"] = call;
        fields["isSidechain"] = true;
    }
    for (Message& message : split->messages) {
        setTime(message, textMember(record, "timestamp"));
        message.metadata = JsonValue(json{{"source", fields}});
        if (message.role == "assistant") {
            auto usage = printedUsage(memberOf(source, "usage"), textMember(source, "model"));
            const Worker worker = workerOf(record, {});
            m_agents.note(message, worker.name);
            addAnswer(std::move(message), worker, std::move(usage));
        } else {
            m_agents.note(message, qwenAgent); // of results it matters only which failed
            addPrintedUser(std::move(message), record);
        }
    }
}

void QwenTranscript::addPrintedUser(Message message, const json& record)
{
    const std::string text = conversation::textOf(message);
    const Worker worker = workerOf(record, text);
    message.sendTo = {Address(worker.name)};
    if (message.role != "tool" && text.starts_with("Background agent \"")) {
        message.role = "system";
        message.sentFrom = Address(qwenProgram);
        message.causeBy = {};
    } else if (message.role != "tool" && !worker.lane.empty()) {
        message.sentFrom = Address(qwenAgent);
        message.causeBy = {};
    }
    m_session.say(std::move(message), worker.lane);
}

void QwenTranscript::addSystem(const json& record)
{
    const std::string subtype = textMember(record, "subtype");
    if (subtype == "init") {
        return setFields(record);
    }
    if (subtype == "task_notification") {
        const std::int64_t told = countMember(memberOf(memberOf(record, "data"), "usage"), "total_tokens");
        m_spentBySubAgents = conversation::saturatingSum(m_spentBySubAgents, told);
    }
}

/// What a result counts may include earlier runs: only what sub-agents are known to have spent is beside the messages.
void QwenTranscript::addResult(const json& record)
{
    if (memberOf(record, "is_error") == true) {
        const std::string text = textMember(memberOf(record, "error"), "message");
        note(text.empty() ? textMember(record, "subtype") : text, record);
    }
    const auto all = printedUsage(memberOf(record, "usage"), {});
    if (!all || !m_spent) {
        return;
    }
    Usage rest;
    rest.model = m_spent->model;
    rest.promptTokens = all->promptTokens - m_spent->promptTokens;
    rest.completionTokens = all->completionTokens - m_spent->completionTokens;
    if (rest.promptTokens >= 0 && rest.completionTokens > 0 && rest.totalTokens() == m_spentBySubAgents) {
        m_session.setUsage(std::move(rest));
    }
}

void QwenTranscript::note(const std::string& text, const json& record)
{
    if (!text.empty()) {
        m_session.note(qwenProgram, text, textMember(record, "timestamp"), record);
    }
}

} // namespace

bool QwenReader::recognises(const JsonShape& shape) const
{
    const auto seen = [&](const char* key) { return shape.seenKeys.contains(key); };
    const auto message = shape.any.memberKeys.find("message");
    const bool isChat = seen("sessionId") && seen("uuid") && message != shape.any.memberKeys.end()
        && message->second.contains("parts") && message->second.contains("role");
    return seen("type") && ((isChat && shape.layout != Layout::Array) || seen("qwen_code_version"));
}

/// Two passes: the first finds out what was taken back.
Result<std::size_t> QwenReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                     const ReadLimits& limits) const
{
    const Layout layout = shape.layout == Layout::Array ? shape.layout : Layout::Lines;
    QwenSurvey survey;
    RecordReader first(source, layout, limits);
    auto count = first.lookThrough(sink, [&](const json& record, const SourceLocation& place) {
        if (place.line > 0) {
            survey.note(record, place.line);
        }
    });
    if (!count) {
        return count;
    }
    QwenTranscript transcript(source, sink, limits, std::move(survey));
    RecordReader second(source, layout, limits);
    count = second.forEachGood(sink, [&](const json& record, SourceLocation place) {
        std::swap(place.run, place.message); // elements of a list are messages here
        transcript.add(record, place);
    });
    if (count) {
        transcript.end();
    }
    return count;
}

} // namespace quarterdeck::formats
