#include "model/formats/coding_agent/claude_code_reader.h"

#include "model/formats/anthropic/anthropic_reader.h"
#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/export/calls_and_results.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace quarterdeck::formats {

using conversation::Address;
using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::Message;
using conversation::ToolResultBlock;
using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string claudeProgram = "Claude Code";
const std::string claudeName = "Claude";

bool isTrue(const json& record, const char* key) { return record.contains(key) && record[key] == true; }

/// Records that are not conversation: file backups, the composer's queue, hooks, progress.
bool isBookkeeping(const std::string& type)
{
    constexpr std::array known = {"file-history-snapshot",
                                  "attribution-snapshot",
                                  "content-replacement",
                                  "saved_hook_context",
                                  "speculation-accept",
                                  "worktree-state",
                                  "task-summary",
                                  "agent-color",
                                  "agent-setting",
                                  "queue-operation",
                                  "progress",
                                  "attachment",
                                  "last-prompt",
                                  "custom-title",
                                  "agent-name",
                                  "ai-title",
                                  "tag",
                                  "pr-link",
                                  "mode",
                                  "permission-mode",
                                  "stream_event",
                                  "rate_limit_event",
                                  "tool_progress",
                                  "auth_status",
                                  "control_request",
                                  "control_response",
                                  "keep_alive"};
    return std::ranges::find(known, type) != known.end();
}

/// Converts a record that `--output-format stream-json` printed. It has other names for the same, and names a sub-agent
/// by the id of the tool call that started it.
json asTranscript(json record)
{
    const std::string session = textMember(record, "session_id");
    if (session.empty() || record.contains("sessionId")) {
        return record;
    }
    record["sessionId"] = session;
    record.erase("session_id");
    if (const std::string call = textMember(record, "parent_tool_use_id"); !call.empty()) {
        record["isSidechain"] = true;
        record["agentId"] = call;
    }
    return record;
}

/// What stands between the tags of that name; empty if there are none.
std::string taggedText(const std::string& text, const std::string& tag)
{
    const std::string opening = "<" + tag + ">";
    const std::size_t from = text.find(opening);
    const std::size_t end = from == std::string::npos ? from : text.find("</" + tag + ">", from);
    return end == std::string::npos ? std::string() : text.substr(from + opening.size(), end - from - opening.size());
}

/// Without the tagged notes that editors put before what the person wrote.
std::string_view withoutEditorNotes(std::string_view text)
{
    while (text.starts_with("<ide_")) {
        const std::size_t closing = text.find("</ide_");
        const std::size_t end = closing == std::string_view::npos ? closing : text.find('>', closing);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
    }
    return text;
}

/// The person's commands, and what they print, are recorded as tagged text of the person.
TitledRecordingBuilder::Suggestion titleIn(const std::string& said)
{
    const std::string text(withoutEditorNotes(said));
    constexpr std::array marks = {"<command-", "<local-command-", "<bash-", "<task-notification>",
                                  "[Request interrupted"};
    if (std::ranges::none_of(marks, [&](const char* mark) { return text.starts_with(mark); })) {
        return {text};
    }
    const std::string shell = taggedText(text, "bash-input");
    const std::string arguments = taggedText(text, "command-args");
    const std::string command = taggedText(text, "command-name") + (arguments.empty() ? "" : " ") + arguments;
    return {shell.empty() ? command : "!" + shell, true};
}

std::optional<double> costOf(const json& result)
{
    const json& cost = memberOf(result, "total_cost_usd");
    const bool isCost = cost.is_number() && std::isfinite(cost.get<double>()) && cost.get<double>() > 0;
    return isCost ? std::optional(cost.get<double>()) : std::nullopt;
}

/// All that the answer in a result took.
std::optional<conversation::Usage> usageOfResult(const json& result)
{
    const json& models = memberOf(result, "modelUsage"); // by name
    auto usage = usageFrom(memberOf(result, "usage"),
                           models.is_object() && models.size() == 1 ? models.begin().key() : std::string());
    if (const auto cost = costOf(result)) {
        usage = usage.value_or(conversation::Usage{});
        usage->cost = cost;
    }
    return usage;
}

/// Pictures in tool results are shown after them rather than inside. Other media become attachments, too.
void bringOutPictures(std::vector<ContentBlock>& content, anthropic::ContentReader& reader, const ReadLimits& limits,
                      CodingAgentRecordingBuilder& session)
{
    for (std::size_t i = 0; i < content.size(); ++i) {
        auto* result = std::get_if<ToolResultBlock>(&content[i]);
        const json blocks = result != nullptr ? result->outputBlocks.json() : json();
        if (!blocks.is_array()) {
            continue;
        }
        json others = json::array();
        std::vector<ContentBlock> pictures;
        for (const json& block : blocks) {
            auto read = reader.read(json::array({block}));
            ContentBlock& one = read->blocks.front().block;
            if (!std::holds_alternative<conversation::MediaBlock>(one)) {
                others.push_back(block);
                continue;
            }
            pictures.push_back(std::move(one));
            for (RecordedAttachment& attachment : read->attachments) {
                session.attachment(std::move(attachment));
            }
        }
        const bool areTexts =
            std::ranges::all_of(others, [](const json& block) { return textMember(block, "type") == "text"; });
        result->outputBlocks = areTexts ? JsonValue() : JsonValue(std::move(others));
        std::vector<RecordedAttachment> media;
        storeMedia(*result, limits, media);
        for (RecordedAttachment& attachment : media) {
            session.attachment(std::move(attachment));
        }
        const auto behind = content.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        content.insert(behind, pictures.begin(), pictures.end());
    }
}

/// Reads the records of one file.
class ClaudeCodeTranscript
{
public:
    ClaudeCodeTranscript(const ByteSource& source, SessionSink& sink, const ReadLimits& limits)
        : m_limits(limits)
        , m_content(limits)
        , m_session(source, sink, limits, "claude_code")
    {
        m_session.setTitleRule(titleIn);
    }

    void add(const json& record, const SourceLocation& place);
    void end() { m_session.end(); }

private:
    void addMessage(const json& record, const SourceLocation& place);
    void addResult(const json& record);
    void addLoneAnswer(const json& record);
    void setFields(const json& record, std::initializer_list<const char*> keys);
    void addPart(Message message, const json& record, const std::string& agent, bool isAnswer);
    [[nodiscard]] static std::string laneOf(const json& record);
    void setPeople(Message& message, const json& record, const std::string& agent) const;

    ReadLimits m_limits;
    anthropic::ContentReader m_content;
    CodingAgentRecordingBuilder m_session;
    SubAgents m_agents;
    bool m_isAnswered = false; ///< since the last result
};

void ClaudeCodeTranscript::add(const json& record, const SourceLocation& place)
{
    if (!record.is_object()) {
        return m_session.problem(place, RejectReason::NotAnObject);
    }
    const std::string type = textMember(record, "type");
    if (record.contains("message") && record["message"].is_object() && type != "progress") {
        addMessage(record, place);
    } else if (type == "result") {
        addResult(record);
    } else if (type == "system") {
        if (textMember(record, "subtype") == "init") {
            setFields(record, {"sessionId", "cwd", "model", "claude_code_version"});
        }
        // Without text, it only reports how long something took, or that a request was sent again.
        if (const std::string content = textMember(record, "content"); !content.empty()) {
            m_session.note(claudeProgram, content, textMember(record, "timestamp"), record);
        }
    } else if (type == "summary") {
        m_session.setFields({{"summary", textMember(record, "summary")}});
    } else if (!isBookkeeping(type)) {
        m_session.problem(place, RejectReason::UnknownRecord);
    }
}

void ClaudeCodeTranscript::addMessage(const json& record, const SourceLocation& place)
{
    const json& source = record["message"];
    if (textMember(source, "role").empty()) {
        return m_session.problem(place, RejectReason::NoRole);
    }
    setFields(record, {"sessionId", "cwd", "version", "gitBranch"});
    auto split = anthropic::splitMessage(source, claudeName, m_content);
    if (!split) {
        return m_session.problem(place, RejectReason::WrongContent);
    }
    if (split->hasBrokenImage) {
        m_session.problem(place, RejectReason::WrongImage);
    }
    for (RecordedAttachment& attachment : split->attachments) {
        m_session.attachment(std::move(attachment));
    }
    const bool isAside = isTrue(record, "isSidechain");
    const std::string agent =
        isAside ? m_agents.nameOf(record, conversation::textOf(split->messages.front())) : claudeName;
    const bool isAnswer = textMember(source, "role") == "assistant";
    m_isAnswered = m_isAnswered || isAnswer;
    for (Message& message : split->messages) {
        addPart(std::move(message), record, agent, isAnswer);
    }
}

void ClaudeCodeTranscript::setFields(const json& record, std::initializer_list<const char*> keys)
{
    json fields = json::object();
    for (const char* key : keys) {
        if (record.contains(key)) {
            fields[key] = record[key];
        }
    }
    m_session.setFields(fields);
}

/// The last record that is printed: the total cost, and the last answer again, or why there is none. With
/// `--output-format json` there is no other.
void ClaudeCodeTranscript::addResult(const json& record)
{
    const std::string outcome = textMember(record, "subtype");
    const bool hasFailed = isTrue(record, "is_error") || outcome.starts_with("error");
    const bool isAlone = !std::exchange(m_isAnswered, false) && !textMember(record, "result").empty();
    if (isAlone && !hasFailed) {
        return addLoneAnswer(record);
    }
    if (const auto cost = costOf(record)) {
        conversation::Usage usage;
        usage.cost = cost;
        m_session.setUsage(std::move(usage));
    }
    if (hasFailed) {
        const std::string said = textMember(record, "result");
        m_session.note(claudeProgram, said.empty() ? outcome : said, textMember(record, "timestamp"), record);
    }
}

void ClaudeCodeTranscript::addLoneAnswer(const json& record)
{
    setFields(record, {"sessionId"});
    json fields = record;
    fields.erase("result");
    Message message;
    message.role = "assistant";
    message.sentFrom = Address(claudeName);
    message.sendTo = {conversation::address::person};
    message.content = conversation::textBlocks(textMember(record, "result"));
    message.usage = usageOfResult(record);
    message.metadata = JsonValue(json{{"source", std::move(fields)}});
    m_session.say(std::move(message));
}

void ClaudeCodeTranscript::addPart(Message message, const json& record, const std::string& agent, bool isAnswer)
{
    m_agents.note(message);
    bringOutPictures(message.content, m_content, m_limits, m_session);
    json fields = record;
    fields["message"].erase("content");
    setTime(message, textMember(record, "timestamp"));
    setPeople(message, record, agent);
    const std::string lane = laneOf(record);
    const std::string answer = isAnswer ? agent + "/" + textMember(record["message"], "id") : std::string();
    Message* held = isAnswer && !answer.ends_with('/') ? m_session.held(answer, lane) : nullptr;
    if (held == nullptr) {
        message.metadata = JsonValue(json{{"source", std::move(fields)}});
        return isAnswer ? m_session.hold(std::move(message), answer, lane) : m_session.say(std::move(message), lane);
    }
    // The next piece of the same answer; the last one has its complete usage.
    held->content.insert(held->content.end(), message.content.begin(), message.content.end());
    held->usage = message.usage ? message.usage : held->usage;
    held->sendTo = conversation::hasBlock<conversation::ToolUseBlock>(*held) ? message.sendTo : held->sendTo;
    json metadata = held->metadata.json();
    metadata["further"].push_back(std::move(fields));
    held->metadata = JsonValue(std::move(metadata));
}

/// A sub-agent with an id has a file of its own, which grows beside the others.
std::string ClaudeCodeTranscript::laneOf(const json& record)
{
    return isTrue(record, "isSidechain") ? textMember(record, "agentId") : std::string();
}

void ClaudeCodeTranscript::setPeople(Message& message, const json& record, const std::string& agent) const
{
    const bool isAside = agent != claudeName;
    if (message.role == "tool") {
        message.sendTo = {Address(agent)};
    } else if (message.role == "assistant") {
        message.sentFrom = Address(agent);
        const bool isForPerson = message.sendTo.contains(conversation::address::person);
        message.sendTo = isForPerson && isAside ? conversation::AddressSet{Address(claudeName)} : message.sendTo;
    } else if (isAside || isTrue(record, "isMeta") || isTrue(record, "isCompactSummary")
               || (isTrue(record, "isSynthetic") && record.contains("parent_tool_use_id"))) {
        // Not typed by the person, but an order of the main agent, or the program's own words.
        message.role = isAside ? message.role : "system";
        message.sentFrom = Address(isAside ? claudeName : claudeProgram);
        message.sendTo = {Address(agent)};
        message.causeBy = {};
    }
}

} // namespace

bool ClaudeCodeReader::recognises(const JsonShape& shape) const
{
    const auto seen = [&](const char* key) { return shape.seenKeys.contains(key); };
    const auto message = shape.any.memberKeys.find("message");
    const bool isPrinted = seen("session_id") && message != shape.any.memberKeys.end()
        && message->second.contains("role") && shape.hasTypeOf({"assistant", "user"});
    const bool isTranscript =
        (seen("sessionId") && seen("uuid") && seen("message")) || (seen("leafUuid") && seen("summary"));
    const bool isResult = shape.has("session_id") && shape.has("result") && shape.has("is_error");
    return seen("type") && (isPrinted || isResult || (isTranscript && shape.layout != Layout::Array));
}

Result<std::size_t> ClaudeCodeReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const
{
    ClaudeCodeTranscript transcript(source, sink, limits);
    // A result alone may take several lines.
    const bool isOneResult = shape.layout == Layout::Document && shape.has("result");
    const Layout layout = shape.layout == Layout::Array || isOneResult ? shape.layout : Layout::Lines;
    RecordReader records(source, layout, limits);
    auto count = records.forEachGood(sink, [&](json record, SourceLocation place) {
        std::swap(place.run, place.message); // elements of a list are messages here
        transcript.add(asTranscript(std::move(record)), place);
    });
    if (count) {
        transcript.end();
    }
    return count;
}

} // namespace quarterdeck::formats
