#include "model/formats/coding_agent/cline_task.h"

#include "model/formats/coding_agent/cline_words.h"
#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/coding_agent/sub_agents.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::Message;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using conversation::UnknownBlock;
using conversation::Usage;
using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string clineAgent = "Cline";

/// What the model took: in a task what was read from the cache is beside the rest, in a session within it.
std::optional<Usage> clineUsage(const json& message)
{
    const json& metrics = memberOf(message, "metrics");
    const json& tokens = memberOf(metrics, "tokens");
    const json& model = memberOf(message, "modelInfo");
    Usage usage;
    usage.model = textMember(model, tokens.is_object() ? "modelId" : "id");
    if (tokens.is_object()) { // "cached" includes what was written to the cache
        usage.promptTokens = conversation::saturatingSum(countMember(tokens, "prompt"), countMember(tokens, "cached"));
        usage.completionTokens = countMember(tokens, "completion");
    } else {
        usage.promptTokens = countMember(metrics, "inputTokens");
        usage.completionTokens = countMember(metrics, "outputTokens");
        usage.cachedTokens = std::min(countMember(metrics, "cacheReadTokens"), usage.promptTokens);
    }
    usage.cost = costFrom(memberOf(metrics, "cost"));
    return usage.totalTokens() > 0 || usage.cost ? std::optional(usage) : std::nullopt;
}

/// Parts of a chat's content, of the SDK's `{query, result, error, success}` or of Anthropic's parts.
void putResultParts(json& parts, const json& told, bool& isError)
{
    const auto putText = [&](const std::string& text) {
        if (!text.empty()) {
            parts.push_back({{"type", "text"}, {"text", text}});
        }
    };
    const json& source = memberOf(told, "source");
    if (told.is_string()) {
        putText(told.get<std::string>());
    } else if (told.is_object() && told.contains("query") && told.contains("success")) {
        isError = isError || memberOf(told, "success") == false;
        const json& result = memberOf(told, "result");
        for (const json& part : result.is_array() ? result : json::array({result})) {
            if (textMember(part, "type") == "image") {
                parts.push_back(dataPart(textMember(part, "mediaType"), textMember(part, "data")));
            } else {
                putText(part.is_string()       ? part.get<std::string>()
                            : part.is_object() ? textMember(part, "text")
                                               : std::string());
            }
        }
        putText(textMember(told, "error"));
    } else if (textMember(told, "type") == "text") {
        putText(textMember(told, "text"));
    } else if (textMember(told, "type") == "image" && source.is_object()) {
        parts.push_back(dataPart(textMember(source, "media_type"), textMember(source, "data")));
    } else if (textMember(told, "type") == "image") {
        parts.push_back(dataPart(textMember(told, "mediaType"), textMember(told, "data")));
    } else if (!told.is_null()) {
        putText(textOfJson(told));
    }
}

} // namespace

ClineTask::ClineTask(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, Form form)
    : m_limits(limits)
    , m_form(form)
    , m_speakers(form == Form::SubAgent ? unnamedSubAgent : clineAgent, "Cline's program")
    , m_session(source, sink, limits, "cline")
{ }

void ClineTask::addSystem(const std::string& prompt)
{
    if (!trimmedText(prompt).empty()) {
        Message message = m_speakers.program(json::object());
        message.content = conversation::textBlocks(prompt);
        m_session.say(std::move(message));
    }
}

void ClineTask::add(const json& message, const SourceLocation& place)
{
    if (!message.is_object()) {
        return m_session.problem(place, RejectReason::NotAnObject);
    }
    ++m_messages;
    const std::string role = textMember(message, "role");
    json content = memberOf(message, "content");
    if (content.is_string()) {
        const std::string text = content.get<std::string>();
        content = json::array();
        content.push_back({{"type", "text"}, {"text", text}});
    }
    if (role != "user" && role != "assistant") {
        return m_session.problem(place, RejectReason::NoRole);
    }
    if (!content.is_array()) {
        return memberOf(message, "type").is_null() ? m_session.problem(place, RejectReason::WrongContent) : void();
    }
    m_source = message;
    for (const char* key : {"content", "metrics", "system"}) {
        m_source.erase(key);
    }
    if (const std::string id = textMember(message, "id"); !id.empty()) {
        m_source[recordKey] = id;
    }
    const auto call = m_toldCalls.find(m_messages - (role == "assistant" ? 1 : 0));
    m_time = memberOf(message, "ts");
    if (m_time.is_null() && call != m_toldCalls.end()) { // earlier versions have no times
        m_time = call->second.time;
    }
    const json& metadata = memberOf(message, "metadata");
    m_isNotice = memberOf(message, "isSummary") == true || memberOf(message, "isTruncationMarker") == true
        || !textMember(metadata, "kind").empty() || !textMember(metadata, "displayRole").empty();
    if (role == "assistant") {
        return addAnswer(message, content, place);
    }
    for (const json& block : content) {
        addUserBlock(block, place);
    }
    closeResult();
    closeSaid();
}

void ClineTask::addAnswer(const json& message, const json& blocks, const SourceLocation& place)
{
    Message answer = m_isNotice ? m_speakers.program(m_source) : m_speakers.agent(m_source);
    for (const json& block : blocks) {
        addAnswerBlock(block, place, answer.content);
    }
    for (const ContentBlock& block : answer.content) {
        if (const auto* call = std::get_if<ToolUseBlock>(&block)) {
            m_calls.push_back({call->id, call->name});
            constexpr std::size_t mostOpen = 1024;
            if (m_calls.size() > mostOpen) {
                m_calls.pop_front();
            }
        }
    }
    if (!m_isNotice) {
        TranscriptSpeakers::addressAnswer(answer, m_form == Form::SubAgent ? clineAgent : std::string());
    }
    const auto call = m_toldCalls.find(m_messages - 1);
    const bool isTold = call != m_toldCalls.end() && call->second.usage; // with the cost
    answer.usage = isTold ? call->second.usage : clineUsage(message);
    const std::optional<Usage> spent = answer.usage;
    const bool isEmpty = answer.content.empty();
    say(std::move(answer));
    if (!m_interruption.empty()) {
        Message notice = m_speakers.failure(m_source, std::exchange(m_interruption, {}));
        notice.usage = isEmpty ? spent : std::nullopt;
        say(std::move(notice));
    }
}

void ClineTask::addAnswerBlock(const json& block, const SourceLocation& place, std::vector<ContentBlock>& into)
{
    const std::string type = textMember(block, "type");
    if (type == "text" && m_form == Form::Task) {
        const std::string prefix = "call_" + std::to_string(m_messages) + "_" + std::to_string(into.size()) + "_";
        std::string text = textMember(block, "text");
        m_interruption += cline::takeInterruption(text);
        std::ranges::move(cline::blocksOfAnswer(text, prefix), std::back_inserter(into));
    } else if (type == "text") {
        if (const std::string text = textMember(block, "text"); !trimmedText(text).empty()) {
            into.emplace_back(TextBlock{text});
        }
    } else if (type == "thinking" || type == "reasoning") {
        const std::string thought = textMember(block, type == "thinking" ? "thinking" : "text");
        if (!trimmedText(thought).empty()) {
            into.emplace_back(ThinkingBlock{thought, textMember(block, "signature")});
        }
    } else if (type == "tool_use") {
        ToolUseBlock call;
        call.id = textMember(block, "id");
        call.name = textMember(block, "name");
        call.input = JsonValue(memberOf(block, "input"));
        into.emplace_back(std::move(call));
    } else if (!block.is_object()) {
        m_session.problem(place, RejectReason::WrongContent);
    } else if (type != "redacted_thinking" && type != "thoughtSignature") { // these two cannot be read
        into.emplace_back(UnknownBlock{JsonValue(block)});
    }
}

void ClineTask::addUserBlock(const json& block, const SourceLocation& place)
{
    const std::string type = textMember(block, "type");
    if (type == "text") {
        addUserText(textMember(block, "text"));
    } else if (type == "tool_result") {
        addToolResult(block);
    } else if (type == "image") {
        addPicture(block, place);
    } else if (type == "file") { // one that the person named
        closeResult();
        put(false, TextBlock{textMember(block, "path") + "\n" + textMember(block, "content")});
    } else if (block.is_object()) {
        closeResult();
        put(false, UnknownBlock{JsonValue(block)});
    } else {
        m_session.problem(place, RejectReason::WrongContent);
    }
}

bool ClineTask::isProgramsText(const std::string& text) const
{
    return m_form == Form::Task || m_isNotice || text.starts_with("<mode_notice>") || text.starts_with("<file_content");
}

void ClineTask::addUserText(const std::string& text)
{
    if (const auto refused = cline::refusedToolIn(text)) {
        openResult(takeCall({}, *refused));
        return addResultText(text);
    }
    if (auto result = cline::namedResultIn(text)) {
        openResult(takeCall({}, result->tool));
        if (!trimmedText(result->output).empty()) {
            addResultText(result->output);
        }
        return;
    }
    if (m_result && m_result->wantsText && !text.starts_with("<environment_details>")) {
        return addResultText(text);
    }
    closeResult();
    std::vector<cline::Piece> pieces;
    if (m_isNotice) {
        pieces.push_back({false, text});
    } else {
        pieces = cline::piecesOf(text);
    }
    if (pieces.size() == 1 && !pieces.front().isPersons && !isProgramsText(text)) {
        pieces.front().isPersons = true;
    }
    for (cline::Piece& piece : pieces) {
        if (!trimmedText(piece.text).empty()) {
            put(piece.isPersons, TextBlock{std::move(piece.text)});
        }
    }
}

/// The part of a result that is its text; the person's words in it are said by the person after it.
void ClineTask::addResultText(const std::string& text)
{
    const std::vector<cline::Piece> pieces = cline::piecesOfResult(m_result->call.name, text);
    m_result->isError = m_result->isError || cline::saysFailed(text);
    m_result->wantsText = false;
    bool isOver = false;
    for (const cline::Piece& piece : pieces) {
        if (!isOver && !piece.isPersons) {
            m_result->parts.push_back({{"type", "text"}, {"text", piece.text}});
            continue;
        }
        if (!isOver) {
            closeResult();
        }
        isOver = true;
        put(piece.isPersons, TextBlock{piece.text});
    }
}

void ClineTask::addToolResult(const json& block)
{
    openResult(takeCall(textMember(block, "tool_use_id"), textMember(block, "name")));
    m_result->isError = memberOf(block, "is_error") == true;
    m_result->wantsText = false;
    const json& content = memberOf(block, "content");
    const auto isText = [](const json& part) { return textMember(part, "type") == "text"; };
    const bool areTexts = content.is_array() && std::ranges::all_of(content, isText);
    if (!content.is_string() && !areTexts) {
        for (const json& part : content.is_array() ? content : json::array({content})) {
            putResultParts(m_result->parts, part, m_result->isError);
        }
        return closeResult();
    }
    std::string text = content.is_string() ? content.get<std::string>() : std::string();
    for (const json& part : areTexts ? content : json::array()) {
        text += (text.empty() ? "" : "\n") + textMember(part, "text");
    }
    if (auto named = cline::namedResultIn(text)) {
        text = std::move(named->output);
    }
    if (const auto told = text.starts_with("{\"query\":") ? parseText(text, m_limits) : std::nullopt) {
        putResultParts(m_result->parts, *told, m_result->isError);
    } else {
        addResultText(text);
    }
    closeResult();
}

void ClineTask::addPicture(const json& block, const SourceLocation& place)
{
    const json& source = memberOf(block, "source"); // the SDK has none
    const std::string type = source.is_object() ? textMember(source, "media_type") : textMember(block, "mediaType");
    const std::string data = textMember(source.is_object() ? source : block, "data");
    if (m_result) {
        m_result->parts.push_back(dataPart(type, data));
        return;
    }
    std::vector<RecordedAttachment> attachments;
    auto picture = blockOfMedia(dataPart(type, data), m_limits, attachments);
    for (RecordedAttachment& attachment : attachments) {
        m_session.attachment(std::move(attachment));
    }
    if (!picture) {
        return m_session.problem(place, RejectReason::WrongImage);
    }
    put(!m_isNotice, std::move(*picture));
}

/// The call that a result answers: by its id, or else the first of that name, or else the first.
ClineTask::Call ClineTask::takeCall(const std::string& id, const std::string& name)
{
    constexpr std::size_t mostWaiting = 64;
    while (m_calls.size() > mostWaiting) { // never answered
        m_calls.pop_front();
    }
    auto found =
        std::ranges::find_if(m_calls, [&](const Call& call) { return id.empty() ? call.name == name : call.id == id; });
    if (found == m_calls.end() && id.empty()) {
        found = m_calls.begin();
    }
    if (found == m_calls.end()) {
        return {id, name};
    }
    Call call = std::move(*found);
    m_calls.erase(found);
    return call;
}

void ClineTask::openResult(Call call)
{
    closeResult();
    closeSaid();
    m_result = OpenResult{std::move(call), json::array(), false, true};
}

void ClineTask::closeResult()
{
    if (!m_result) {
        return;
    }
    OpenResult open = std::move(*m_result);
    m_result.reset();
    const auto isText = [](const json& part) { return textMember(part, "type") == "text"; };
    std::string text;
    for (const json& part : open.parts) {
        text += (text.empty() ? "" : "\n") + textMember(part, "text");
    }
    std::vector<RecordedAttachment> attachments;
    ToolResultBlock result = readToolResult(
        std::ranges::all_of(open.parts, isText) ? json(text) : std::move(open.parts), m_limits, attachments);
    if (result.output.empty() && attachments.empty() && !open.isError) {
        return; // the person's answer follows, or there was nothing
    }
    for (RecordedAttachment& attachment : attachments) {
        m_session.attachment(std::move(attachment));
    }
    result.id = std::move(open.call.id);
    result.name = std::move(open.call.name);
    result.isError = open.isError;
    Message answer = m_speakers.tools(m_source);
    answer.content.emplace_back(std::move(result));
    say(std::move(answer));
}

void ClineTask::put(bool isPersons, ContentBlock block)
{
    const bool isTheSame = m_said && (m_said->role != "system") == isPersons;
    if (!isTheSame) {
        closeSaid();
        m_said = !isPersons            ? m_speakers.program(m_source)
            : m_form == Form::SubAgent ? m_speakers.caller(m_source, clineAgent, m_speakers.agentName())
                                       : m_speakers.person(m_source);
    }
    const auto* text = std::get_if<TextBlock>(&block);
    if (m_form == Form::SubAgent && isPersons && text != nullptr && !m_hasTitle) {
        m_session.setTitle(titleFrom(text->text, {}));
        m_hasTitle = true;
    }
    m_said->content.push_back(std::move(block));
}

void ClineTask::closeSaid()
{
    if (m_said) {
        say(std::move(*m_said));
        m_said.reset();
    }
}

void ClineTask::say(Message message)
{
    if (!message.content.empty()) {
        setTimeMs(message, m_time);
        m_session.say(std::move(message));
    }
}

} // namespace quarterdeck::formats
