#include "model/formats/coding_agent/copilot_transcript.h"

#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/coding_agent/sub_agents.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"

#include <functional>
#include <utility>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::Message;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using errors::RejectReason;
using nlohmann::json;

namespace {

constexpr std::size_t mostOfCopilot = 100'000; ///< agents, calls, pictures that are remembered

/// Without what is said, and without what is long and told elsewhere.
json copilotSource(const json& event)
{
    json source = event;
    if (const auto data = source.find("data"); data != source.end() && data->is_object()) {
        for (const char* key :
             {"content", "transformedContent", "toolRequests", "reasoningText", "reasoningOpaque", "encryptedContent",
              "result", "error", "attachments", "toolTelemetry", "summaryContent", "arguments"}) {
            data->erase(key);
        }
    }
    source[recordKey] = textMember(event, "id");
    return source;
}

/// What the program told the model around the person's words. The time alone is no news.
std::string copilotAdditions(const json& data)
{
    const std::string said = textMember(data, "content");
    std::string heard = textMember(data, "transformedContent");
    const std::size_t at = heard.find(said);
    if (said.empty() || at == std::string::npos) {
        return {};
    }
    heard.replace(at, said.size(), "\n");
    if (const auto time = splitTagged(heard, {"current_datetime"})) {
        heard = time->before + time->after;
    }
    return std::string(trimmedText(heard));
}

bool isOfPerson(const json& data)
{
    const std::string source = textMember(data, "source");
    return (source.empty() || source == "user") && memberOf(data, "isAutopilotContinuation") != true;
}

/// A command that ended with another code than 0 has failed, although its tool has not.
bool hasCopilotToolFailed(const json& data)
{
    const json& exitCode = memberOf(memberOf(data, "shellExecution"), "exitCode");
    return memberOf(data, "success") == false || (exitCode.is_number() && exitCode != 0);
}

} // namespace

void CopilotSurvey::note(const json& event, std::int64_t line)
{
    constexpr std::size_t mostEvents = 1'000'000;
    const std::string type = textMember(event, "type");
    const json& data = memberOf(event, "data");
    if (type == "session.title_changed") {
        m_title = textMember(data, "title");
    } else if (type == "session.snapshot_rewind") {
        const auto found = m_lines.find(std::hash<std::string>()(textMember(data, "upToEventId")));
        if (found != m_lines.end()) { // otherwise what it took back is no longer in the file
            m_takenBack.add(found->second, line);
        }
    }
    if (m_lines.size() < mostEvents) {
        m_lines[std::hash<std::string>()(textMember(event, "id"))] = line;
    }
}

CopilotTranscript::CopilotTranscript(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                                     CopilotSurvey survey)
    : m_limits(limits)
    , m_survey(std::move(survey))
    , m_session(source, sink, limits, "copilot")
{
    if (!m_survey.title().empty()) {
        m_session.setGivenTitle(m_survey.title());
    }
}

void CopilotTranscript::add(const json& event, const SourceLocation& place)
{
    if (!event.is_object()) {
        return m_session.problem(place, RejectReason::NotAnObject);
    }
    const std::string type = textMember(event, "type");
    const json& data = memberOf(event, "data");
    if (type == "session.start") {
        m_session.setFields(data.is_object() ? data : json::object());
    } else if (type == "subagent.started") {
        noteAgent(event);
    } else if (type == "session.usage_record") {
        m_usage.note(memberOf(data, "usage"));
    } else if (type == "assistant.usage") { // this one is only printed
        m_usage.note(data);
    } else if (type == "session.shutdown") {
        m_usage.noteTotal(data, m_session.usageOfMessages());
    } else if (type == "session.binary_asset") {
        noteAsset(data);
    } else if (m_survey.isTakenBack(place.line)) {
        m_session.noteTakenBack(place, type.ends_with(".message") || type == "tool.execution_complete" ? 1 : 0);
    } else {
        addSpeech(type, event, place);
    }
}

void CopilotTranscript::addSpeech(const std::string& type, const json& event, const SourceLocation& place)
{
    const json& data = memberOf(event, "data");
    if (type == "user.message") {
        addUser(event, place);
    } else if (type == "assistant.message") {
        addAnswer(event);
    } else if (type == "assistant.reasoning") {
        const std::string agent = agentOf(event).name;
        if (static_cast<std::int64_t>(m_thoughts[agent].size()) > m_limits.maxRecordBytes) {
            closeThought(agent, event);
        }
        std::string& thoughts = m_thoughts[agent];
        thoughts += (thoughts.empty() ? "" : "\n") + textMember(data, "content");
    } else if (type == "tool.execution_start") {
        m_calls.note(textMember(data, "toolCallId"), textMember(data, "toolName"));
    } else if (type == "tool.execution_complete") {
        addResult(event);
    } else if (type == "tool.user_requested") {
        addTyped(event);
    } else if (type == "system.message" || type == "system.notification" || type == "skill.invoked") {
        addNote(event, textMember(data, "content"));
    } else if (type == "session.compaction_complete") {
        addNote(event, textMember(data, "summaryContent"));
    } else if (type == "session.error" || type == "session.warning") {
        addFailure(event, textMember(data, "message"));
    } else if (type == "subagent.failed") {
        addFailure(event, textMember(data, "error"));
    } else if (type == "abort") {
        closeThought({}, event);
        addFailure(event, textMember(data, "reason"));
    }
}

void CopilotTranscript::noteAgent(const json& event)
{
    const json& data = memberOf(event, "data");
    const std::string told = textMember(data, "agentName");
    const std::string kind = told.empty() ? unnamedSubAgent : told;
    const std::string call = textMember(data, "toolCallId");
    const auto caller = m_callers.find(call);
    const Agent agent{numberedName(kind, ++m_numbers[kind]),
                      caller == m_callers.end() ? m_speakers.agentName() : caller->second};
    for (const std::string& id : {textMember(event, "agentId"), call}) {
        if (!id.empty() && m_agents.size() < mostOfCopilot) {
            m_agents[id] = agent;
        }
    }
}

CopilotTranscript::Agent CopilotTranscript::agentOf(const json& event)
{
    std::string id = textMember(event, "agentId");
    if (id.empty()) { // earlier versions
        id = textMember(memberOf(event, "data"), "parentToolCallId");
    }
    if (id.empty()) {
        return {};
    }
    const auto found = m_agents.find(id);
    if (found != m_agents.end()) {
        return found->second;
    }
    const Agent unknown{numberedName(unnamedSubAgent, ++m_numbers[unnamedSubAgent]), m_speakers.agentName()};
    if (m_agents.size() < mostOfCopilot) {
        m_agents[id] = unknown;
    }
    return unknown;
}

void CopilotTranscript::addUser(const json& event, const SourceLocation& place)
{
    const json& data = memberOf(event, "data");
    const Agent agent = agentOf(event);
    closeThought(agent.name, event);
    if (const std::string additions = copilotAdditions(data); !additions.empty()) {
        addNote(event, additions);
    }
    json source = copilotSource(event);
    Message message = !agent.name.empty() ? m_speakers.caller(std::move(source), agent.caller, agent.name)
        : isOfPerson(data)                ? m_speakers.person(std::move(source))
                                          : m_speakers.program(std::move(source));
    if (const std::string text = textMember(data, "content"); !trimmedText(text).empty()) {
        message.content.emplace_back(TextBlock{text});
    }
    const json& attached = memberOf(data, "attachments");
    std::vector<RecordedAttachment> attachments;
    for (const json& one : attached.is_array() ? attached : json::array()) {
        const json& asset = assetOf(one);
        if (asset.is_null()) {
            continue;
        }
        if (auto media = blockOfMedia(dataPart(textMember(asset, "mimeType"), textMember(asset, "data")), m_limits,
                                      attachments)) {
            message.content.push_back(std::move(*media));
        } else {
            m_session.problem(place, RejectReason::WrongImage);
        }
    }
    for (RecordedAttachment& attachment : attachments) {
        m_session.attachment(std::move(attachment));
    }
    say(std::move(message), event);
}

void CopilotTranscript::addAnswer(const json& event)
{
    const json& data = memberOf(event, "data");
    const Agent agent = agentOf(event);
    Message answer = m_speakers.agent(copilotSource(event), agent.name);
    const std::string before = std::exchange(m_thoughts[agent.name], {});
    const std::string thought = textMember(data, "reasoningText");
    if (const std::string& thinking = thought.empty() ? before : thought; !trimmedText(thinking).empty()) {
        answer.content.emplace_back(ThinkingBlock{thinking, {}});
    }
    if (const std::string text = textMember(data, "content"); !trimmedText(text).empty()) {
        answer.content.emplace_back(TextBlock{text});
    }
    const json& requests = memberOf(data, "toolRequests");
    for (const json& request : requests.is_array() ? requests : json::array()) {
        const std::string id = textMember(request, "toolCallId");
        const std::string name = textMember(request, "name");
        const json& arguments = memberOf(request, "arguments");
        m_calls.note(id, name);
        if (!agent.name.empty() && m_callers.size() < mostOfCopilot) {
            m_callers[id] = agent.name;
        }
        if (arguments.is_string()) {
            answer.content.emplace_back(toolUseOf(id, name, arguments.get<std::string>(), m_limits));
        } else {
            ToolUseBlock call;
            call.id = id;
            call.name = name;
            call.input = JsonValue(arguments);
            answer.content.emplace_back(std::move(call));
        }
    }
    TranscriptSpeakers::addressAnswer(answer, agent.caller);
    if (!answer.content.empty()) { // otherwise the total has it
        answer.usage = m_usage.take(data);
    }
    say(std::move(answer), event);
}

void CopilotTranscript::addResult(const json& event)
{
    const json& data = memberOf(event, "data");
    const json& told = memberOf(data, "result");
    const std::string failure = textMember(memberOf(data, "error"), "message");
    const std::string text = told.is_object() ? textMember(told, "content") : failure;
    json content = text;
    const json& media = memberOf(told, "binaryResultsForLlm");
    for (const json& one : media.is_array() ? media : json::array()) {
        if (const json& asset = assetOf(one); !asset.is_null()) {
            if (!content.is_array()) {
                content = json::array();
                content.push_back({{"type", "text"}, {"text", text}});
            }
            content.push_back(dataPart(textMember(asset, "mimeType"), textMember(asset, "data")));
        }
    }
    std::vector<RecordedAttachment> attachments;
    ToolResultBlock result = readToolResult(std::move(content), m_limits, attachments);
    result.id = textMember(data, "toolCallId");
    result.name = m_calls.take(result.id);
    result.isError = hasCopilotToolFailed(data);
    for (RecordedAttachment& attachment : attachments) {
        m_session.attachment(std::move(attachment));
    }
    Message answer = m_speakers.tools(copilotSource(event), agentOf(event).name);
    answer.content.emplace_back(std::move(result));
    say(std::move(answer), event);
}

/// A command that the person had run; the tool's result follows.
void CopilotTranscript::addTyped(const json& event)
{
    const json& data = memberOf(event, "data");
    const std::string tool = textMember(data, "toolName");
    const std::string command = textMember(memberOf(data, "arguments"), "command");
    m_calls.note(textMember(data, "toolCallId"), tool);
    if (!command.empty() || !tool.empty()) {
        Message typed = m_speakers.person(copilotSource(event));
        typed.content = conversation::textBlocks("!" + (command.empty() ? tool : command));
        say(std::move(typed), event);
    }
}

void CopilotTranscript::addNote(const json& event, const std::string& text)
{
    if (!trimmedText(text).empty()) {
        Message note = m_speakers.program(copilotSource(event), agentOf(event).name);
        note.content = conversation::textBlocks(text);
        say(std::move(note), event);
    }
}

void CopilotTranscript::addFailure(const json& event, const std::string& text)
{
    if (!trimmedText(text).empty()) {
        say(m_speakers.failure(copilotSource(event), text), event);
    }
}

/// Pictures are told once, and referred to from then on.
void CopilotTranscript::noteAsset(const json& data)
{
    const std::string id = textMember(data, "assetId");
    const auto bytes = static_cast<std::int64_t>(textMember(data, "data").size());
    if (!id.empty() && m_assets.size() < mostOfCopilot && m_assetBytes + bytes <= m_limits.maxRecordBytes
        && m_assets.try_emplace(id, data).second) {
        m_assetBytes += bytes;
    }
}

const json& CopilotTranscript::assetOf(const json& reference)
{
    static const json none;
    const auto found = m_assets.find(textMember(reference, "assetId"));
    if (!textMember(reference, "data").empty()) {
        return reference;
    }
    if (found == m_assets.end()) {
        return none;
    }
    const json& data = memberOf(found->second, "data");
    m_assetBytesShown += data.is_string() ? static_cast<std::int64_t>(data.get_ref<const std::string&>().size()) : 0;
    return m_assetBytesShown > 2 * m_limits.maxRecordBytes ? none : found->second;
}

void CopilotTranscript::say(Message message, const json& event)
{
    if (!message.content.empty()) {
        setTime(message, textMember(event, "timestamp"));
        m_session.say(std::move(message));
    }
}

/// A thought that no answer follows is said alone.
void CopilotTranscript::closeThought(const std::string& agent, const json& event)
{
    const auto found = m_thoughts.find(agent);
    const std::string thought = found == m_thoughts.end() ? std::string() : std::exchange(found->second, {});
    if (!trimmedText(thought).empty()) {
        Message lone = m_speakers.agent(json::object(), agent);
        lone.content.emplace_back(ThinkingBlock{thought, {}});
        say(std::move(lone), event);
    }
}

void CopilotTranscript::end()
{
    for (const auto& [agent, thought] : m_thoughts) {
        closeThought(agent, json());
    }
    if (const auto& rest = m_usage.rest()) {
        m_session.setUsage(*rest);
    }
    m_session.end();
}

} // namespace quarterdeck::formats
