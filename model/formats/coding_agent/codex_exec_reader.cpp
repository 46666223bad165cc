#include "model/formats/coding_agent/codex_exec_reader.h"

#include "model/formats/coding_agent/codex_thread.h"
#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <array>
#include <map>
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

const Address execTools("Tools");

/// An item in our words.
struct ExecItem
{
    std::vector<ContentBlock> said;
    std::optional<ToolResultBlock> result;
    std::vector<RecordedAttachment> attachments;
};

/// Without what tells its state.
json inputOf(json item)
{
    for (const char* key : {"id", "type", "status", "aggregated_output", "exit_code", "result", "error"}) {
        item.erase(key);
    }
    return item;
}

ContentBlock callOf(const json& item, std::string name, json input)
{
    conversation::ToolUseBlock call;
    call.id = textMember(item, "id");
    call.name = std::move(name);
    call.input = JsonValue(std::move(input));
    return call;
}

ExecItem readCommand(const json& item)
{
    ExecItem read;
    read.said.push_back(callOf(item, "shell", inputOf(item)));
    ToolResultBlock result;
    result.output = textMember(item, "aggregated_output");
    read.result = std::move(result);
    return read;
}

ExecItem readMcpCall(const json& item, const ReadLimits& limits)
{
    ExecItem read;
    const std::string server = textMember(item, "server");
    const std::string name = server + (server.empty() ? "" : ".") + textMember(item, "tool");
    read.said.push_back(callOf(item, name, memberOf(item, "arguments")));
    const std::string failure = textMember(memberOf(item, "error"), "message");
    json content = failure.empty() ? memberOf(memberOf(item, "result"), "content") : json(failure);
    read.result = readToolResult(std::move(content), limits, read.attachments);
    return read;
}

/// Agents that this one started, or waited for.
ExecItem readCollaboration(const json& item)
{
    json input = json::object();
    for (const char* key : {"prompt", "receiver_thread_ids"}) {
        if (const json& given = memberOf(item, key); !given.empty()) {
            input[key] = given;
        }
    }
    ExecItem read;
    read.said.push_back(callOf(item, textMember(item, "tool"), std::move(input)));
    ToolResultBlock result;
    for (const auto& [agent, state] : memberOf(item, "agents_states").items()) {
        const std::string told = state.is_string() ? state.get<std::string>() : textMember(state, "message");
        const std::string how = told.empty() ? textMember(state, "status") : told;
        result.output += (result.output.empty() ? "" : "\n") + agent + ": " + (how.empty() ? textOfJson(state) : how);
    }
    result.output = result.output.empty() ? textMember(item, "status") : result.output;
    read.result = std::move(result);
    return read;
}

ExecItem readOther(const json& item, const std::string& type)
{
    constexpr std::array calls = {std::pair{"file_change", "apply_patch"}, std::pair{"web_search", "web_search"},
                                  std::pair{"todo_list", "update_plan"}};
    const auto* call = std::ranges::find(calls, type, &std::pair<const char*, const char*>::first);
    ExecItem read;
    if (call == calls.end()) {
        read.said.emplace_back(conversation::UnknownBlock{JsonValue(item)});
        return read;
    }
    read.said.push_back(callOf(item, call->second, inputOf(item)));
    if (type == "file_change") {
        ToolResultBlock result;
        result.output = textMember(item, "status");
        read.result = std::move(result);
    }
    return read;
}

ExecItem readExecItem(const json& item, const ReadLimits& limits)
{
    const std::string type = textMember(item, "type");
    const std::string status = textMember(item, "status");
    ExecItem read;
    if (type == "agent_message" || type == "plan") {
        read.said.emplace_back(conversation::TextBlock{textMember(item, "text")});
    } else if (type == "reasoning") {
        read.said.emplace_back(conversation::ThinkingBlock{textMember(item, "text"), {}});
    } else {
        read = type == "command_execution" ? readCommand(item)
            : type == "mcp_tool_call"      ? readMcpCall(item, limits)
            : type == "collab_tool_call"   ? readCollaboration(item)
                                           : readOther(item, type);
    }
    if (status == "in_progress") {
        read.result.reset();
    }
    if (read.result) {
        const json& exitCode = memberOf(item, "exit_code");
        read.result->id = textMember(item, "id");
        read.result->name = std::get<conversation::ToolUseBlock>(read.said.front()).name;
        read.result->isError = status == "failed" || status == "declined" || (exitCode.is_number() && exitCode != 0);
    }
    return read;
}

/// Reads the records of one file.
class CodexExecution
{
public:
    CodexExecution(const ByteSource& source, SessionSink& sink, const ReadLimits& limits)
        : m_limits(limits)
        , m_session(source, sink, limits, "codex")
    { }

    void add(const json& record, const SourceLocation& place);
    /// What was still going on is said, too.
    void end()
    {
        for (const auto& [id, item] : std::exchange(m_open, {})) {
            addItem(item);
        }
        if (m_usage) {
            m_session.setUsage(std::move(*m_usage));
        }
        m_session.end();
    }

private:
    void addItem(const json& item);
    void addAnswer(std::vector<ContentBlock> blocks, const json& item);
    void addUsage(const json& told);
    void noteFailure(const std::string& text, const json& record)
    {
        m_session.note(codex::programName, text, {}, record);
    }

    ReadLimits m_limits;
    CodingAgentRecordingBuilder m_session;
    std::map<std::string, json> m_open;         ///< items by their ids
    codex::Thread m_counter;                    ///< of what turns tell
    std::optional<conversation::Usage> m_usage; ///< that no message has
};

void CodexExecution::add(const json& record, const SourceLocation& place)
{
    constexpr std::size_t mostOpen = 100;
    const std::string type = textMember(record, "type");
    const json& item = memberOf(record, "item");
    const std::string id = textMember(item, "id");
    if (!record.is_object()) {
        m_session.problem(place, RejectReason::NotAnObject);
    } else if (type == "thread.started") {
        m_session.setFields({{"thread_id", memberOf(record, "thread_id")}});
    } else if ((type == "item.started" || type == "item.updated") && item.is_object()) {
        if (m_open.size() < mostOpen || m_open.contains(id)) {
            m_open[id] = item;
        }
    } else if (type == "item.completed" && item.is_object()) {
        m_open.erase(id);
        addItem(item);
    } else if (type == "turn.completed") {
        addUsage(memberOf(record, "usage"));
    } else if (type == "turn.failed" || type == "error") {
        const std::string text = textMember(record, "message") + textMember(memberOf(record, "error"), "message");
        noteFailure(text.empty() ? type : text, record);
    } else if (type != "turn.started" && type != "item.plan.delta" && type != "request_user_input") {
        m_session.problem(place, RejectReason::UnknownRecord);
    }
}

void CodexExecution::addItem(const json& item)
{
    if (textMember(item, "type") == "error") {
        return noteFailure(textMember(item, "message"), item);
    }
    ExecItem read = readExecItem(item, m_limits);
    for (RecordedAttachment& attachment : read.attachments) {
        m_session.attachment(std::move(attachment));
    }
    addAnswer(std::move(read.said), item);
    if (!read.result) {
        return;
    }
    Message message;
    message.role = "tool";
    message.sentFrom = execTools;
    message.sendTo = {Address(codex::mainAgent)};
    message.content = {std::move(*read.result)};
    m_session.say(std::move(message));
}

/// A turn tells the numbers of the whole session.
void CodexExecution::addUsage(const json& told)
{
    auto spent = m_counter.count({{"total_token_usage", told}, {"last_token_usage", told}});
    if (spent.isAgain || !spent.usage) {
        return;
    }
    Message* held = m_session.held(codex::mainAgent);
    std::optional<conversation::Usage>& sum = held != nullptr ? held->usage : m_usage;
    sum = sumOf(sum, std::move(*spent.usage));
}

/// What a model thinks, says and calls before a tool answers is one message; it says one text in it, at first.
void CodexExecution::addAnswer(std::vector<ContentBlock> blocks, const json& item)
{
    const bool isCall = !blocks.empty() && std::holds_alternative<conversation::ToolUseBlock>(blocks.front());
    Message* held = m_session.held(codex::mainAgent);
    const auto speaks = [](const ContentBlock& block) {
        return std::holds_alternative<conversation::TextBlock>(block)
            || std::holds_alternative<conversation::ToolUseBlock>(block);
    };
    if (held != nullptr && (isCall || std::ranges::none_of(held->content, speaks))) {
        held->content.insert(held->content.end(), blocks.begin(), blocks.end());
        held->sendTo = {conversation::hasBlock<conversation::ToolUseBlock>(*held) ? execTools
                                                                                  : conversation::address::person};
        return;
    }
    Message message;
    message.role = "assistant";
    message.sentFrom = Address(codex::mainAgent);
    message.content = std::move(blocks);
    message.sendTo = {conversation::hasBlock<conversation::ToolUseBlock>(message) ? execTools
                                                                                  : conversation::address::person};
    message.metadata = JsonValue(json{{"source", {{"id", textMember(item, "id")}}}});
    m_session.hold(std::move(message), codex::mainAgent);
}

} // namespace

bool CodexExecReader::recognises(const JsonShape& shape) const
{
    const auto seen = [&](const char* key) { return shape.seenKeys.contains(key); };
    return shape.layout != Layout::Array && seen("type") && (seen("thread_id") || seen("item"))
        && shape.hasTypeOf({"thread.started", "item.started", "item.completed"});
}

Result<std::size_t> CodexExecReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    CodexExecution execution(source, sink, limits);
    RecordReader records(source, Layout::Lines, limits);
    auto count = records.forEachGood(
        sink, [&](const json& record, const SourceLocation& place) { execution.add(record, place); });
    if (count) {
        execution.end();
    }
    return count;
}

} // namespace quarterdeck::formats
