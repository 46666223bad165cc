#include "model/formats/coding_agent/cline_screen.h"

#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::Message;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using conversation::Usage;
using errors::RejectReason;
using nlohmann::json;

namespace {

bool isOneOf(const std::string& what, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, what) != names.end();
}

/// The object that is written in the text; null if it is none.
json objectIn(const json& shown)
{
    const std::string text = textMember(shown, "text");
    auto value = text.starts_with('{') ? parseText(text) : std::nullopt;
    return value && value->is_object() ? std::move(*value) : json();
}

std::optional<Usage> clineScreenUsage(const json& told, const json& shown)
{
    Usage usage;
    usage.model = textMember(memberOf(shown, "modelInfo"), "modelId");
    usage.cachedTokens = countMember(told, "cacheReads");
    usage.promptTokens =
        conversation::saturatingSum(conversation::saturatingSum(countMember(told, "tokensIn"), usage.cachedTokens),
                                    countMember(told, "cacheWrites"));
    usage.completionTokens = countMember(told, "tokensOut");
    usage.cost = costFrom(memberOf(told, "cost"));
    return usage.totalTokens() > 0 || usage.cost ? std::optional(usage) : std::nullopt;
}

/// What the model says to the person by a tool: an object, or in earlier versions the text itself.
std::string wordsOfAsking(const json& shown)
{
    const json told = objectIn(shown);
    for (const char* key : {"question", "response", "context"}) {
        if (std::string words = textMember(told, key); !words.empty()) {
            return words;
        }
    }
    return told.is_null() ? textMember(shown, "text") : std::string();
}

} // namespace

void noteClineCall(const json& shown, ClineCalls& calls)
{
    constexpr std::size_t mostCalls = 1'000'000;
    const json& last = memberOf(shown, "conversationHistoryIndex"); // of what was there before the question
    const bool isCall = textMember(shown, "say") == "api_req_started" && last.is_number_integer();
    if (!isCall || calls.size() >= mostCalls || last < -1 || last > 1'000'000'000) {
        return;
    }
    ClineCall& call = calls[last.get<std::int64_t>() + 2];
    if (auto usage = clineScreenUsage(objectIn(shown), shown)) { // one that failed is tried again
        call.usage = sumOf(call.usage, std::move(*usage));
    }
    call.time = memberOf(shown, "ts");
}

ClineScreen::ClineScreen(const ByteSource& source, SessionSink& sink, const ReadLimits& limits)
    : m_limits(limits)
    , m_session(source, sink, limits, "cline")
{ }

void ClineScreen::add(const json& shown, const SourceLocation& place)
{
    if (!shown.is_object()) {
        return m_session.problem(place, RejectReason::NotAnObject);
    }
    const std::string type = textMember(shown, "type");
    const std::string what = textMember(shown, type == "ask" ? "ask" : "say");
    const std::string text = textMember(shown, "text");
    m_source = shown;
    for (const char* key : {"text", "images", "files", "reasoning"}) {
        m_source.erase(key);
    }
    if (what == "command_output") {
        return addOutput(text);
    }
    const bool isTask = what == "task" || (what == "text" && !m_hasBegun && !text.empty()); // the second is Roo Code's
    if (isTask || what == "user_feedback") {
        addTyped(shown, place);
    } else if (what == "api_req_started") {
        addRequest(shown);
    } else if (what == "deleted_api_reqs") {
        if (auto usage = clineScreenUsage(objectIn(shown), json())) {
            m_beside = sumOf(m_beside, std::move(*usage));
        }
    } else if (isOneOf(what, {"mcp_server_response", "browser_action_result", "subtask_result"})) {
        const std::string logs = textMember(objectIn(shown), "logs");
        addOutput(what == "browser_action_result" ? logs : text);
        closeOutput();
    } else if (isOneOf(what, {"condense_context", "user_feedback_diff"})) {
        closeAnswer();
        const std::string summary = textMember(objectIn(shown), "summary");
        Message note = m_speakers.program(m_source);
        note.content = conversation::textBlocks(summary.empty() ? text : summary);
        say(std::move(note));
    } else if (!addToAnswer(what, shown) && !addFailure(what, shown)) {
        return; // buttons, progress, checkpoints
    }
    m_hasBegun = true;
}

void ClineScreen::addTyped(const json& shown, const SourceLocation& place)
{
    closeAnswer();
    Message typed = m_speakers.person(m_source);
    if (const std::string text = textMember(shown, "text"); !trimmedText(text).empty()) {
        typed.content.emplace_back(TextBlock{text});
    }
    const json& images = memberOf(shown, "images");
    std::vector<RecordedAttachment> attachments;
    for (const json& image : images.is_array() ? images : json::array()) {
        const std::string url = image.is_string() ? image.get<std::string>() : std::string();
        if (auto picture = blockOfMedia(mediaPart("image/", url), m_limits, attachments)) {
            typed.content.push_back(std::move(*picture));
        } else {
            m_session.problem(place, RejectReason::WrongImage);
        }
    }
    for (RecordedAttachment& attachment : attachments) {
        m_session.attachment(std::move(attachment));
    }
    say(std::move(typed));
}

bool ClineScreen::addToAnswer(const std::string& what, const json& shown)
{
    const std::string text = textMember(shown, "text");
    if (what == "text") {
        answer(TextBlock{text});
    } else if (what == "reasoning") {
        answer(ThinkingBlock{text, {}});
    } else if (what == "completion_result") { // shown, and asked whether it will do
        if (text != m_completed) {
            answer(TextBlock{text});
        }
        m_completed = text.empty() ? m_completed : text;
    } else if (isOneOf(what,
                       {"followup", "plan_mode_respond", "plan_mode_response", "act_mode_respond", "new_task",
                        "condense", "summarize_task", "report_bug"})) {
        answer(TextBlock{wordsOfAsking(shown)});
    } else if (what == "tool") {
        json input = objectIn(shown);
        const std::string name = textMember(input, "tool");
        if (!name.empty()) {
            input.erase("tool");
            addCall(name, std::move(input));
        }
    } else if (what == "command") {
        constexpr std::string_view wantsApproval = "REQ_APP";
        addCall(
            "execute_command",
            {{"command", text.ends_with(wantsApproval) ? text.substr(0, text.size() - wantsApproval.size()) : text}});
    } else if (isOneOf(what, {"use_mcp_server", "browser_action", "browser_action_launch"})) {
        json input = objectIn(shown);
        addCall(what, input.is_null() ? json{{"url", text}} : std::move(input));
    } else {
        return false;
    }
    return true;
}

bool ClineScreen::addFailure(const std::string& what, const json& shown)
{
    if (!isOneOf(what,
                 {"error", "error_retry", "api_req_failed", "mistake_limit_reached", "diff_error", "clineignore_error",
                  "rooignore_error", "condense_context_error", "command_permission_denied",
                  "shell_integration_warning"})) {
        return false;
    }
    const json told = objectIn(shown);
    std::string text = told.is_null() ? textMember(shown, "text") : textMember(told, "message");
    if (what == "error_retry") { // the next attempt is no news, but why there is one
        text = textMember(told, "errorMessage");
    }
    if (!trimmedText(text).empty()) {
        closeAnswer();
        say(m_speakers.failure(m_source, text));
    }
    return true;
}

void ClineScreen::addCall(const std::string& name, json input)
{
    m_callId = "call_" + std::to_string(++m_calls);
    m_callName = name;
    ToolUseBlock call;
    call.id = m_callId;
    call.name = name;
    call.input = JsonValue(std::move(input));
    answer(std::move(call));
}

/// Commands print piece by piece.
void ClineScreen::addOutput(const std::string& text)
{
    if (text.empty() || m_callId.empty()) {
        return;
    }
    if (!m_output) {
        closeAnswer();
        m_output.emplace();
        m_output->id = m_callId;
        m_output->name = m_callName;
    }
    m_output->output += (m_output->output.empty() || m_output->output.ends_with('\n') ? "" : "\n") + text;
    if (static_cast<std::int64_t>(m_output->output.size()) > m_limits.maxRecordBytes) {
        closeOutput();
    }
}

void ClineScreen::addRequest(const json& shown)
{
    closeAnswer();
    if (m_waiting) {
        m_beside = sumOf(m_beside, std::move(*m_waiting));
    }
    const json told = objectIn(shown);
    m_waiting = clineScreenUsage(told, shown);
    if (const std::string failure = textMember(told, "streamingFailedMessage"); !failure.empty()) {
        say(m_speakers.failure(m_source, failure));
    }
}

void ClineScreen::answer(ContentBlock block)
{
    const auto* text = std::get_if<TextBlock>(&block);
    const auto* thought = std::get_if<ThinkingBlock>(&block);
    if ((text != nullptr && trimmedText(text->text).empty())
        || (thought != nullptr && trimmedText(thought->text).empty())) {
        return;
    }
    closeOutput();
    if (!m_answer) {
        m_answer = m_speakers.agent(m_source);
        setTimeMs(*m_answer, memberOf(m_source, "ts"));
        m_answer->usage = std::exchange(m_waiting, std::nullopt);
    }
    m_answerBytes += static_cast<std::int64_t>(text != nullptr          ? text->text.size()
                                                   : thought != nullptr ? thought->text.size()
                                                                        : std::size_t{1024});
    m_answer->content.push_back(std::move(block));
    if (m_answerBytes > m_limits.maxRecordBytes) {
        closeAnswer();
    }
}

void ClineScreen::closeAnswer()
{
    closeOutput();
    if (m_answer) {
        TranscriptSpeakers::addressAnswer(*m_answer);
        m_session.say(std::move(*m_answer));
        m_answer.reset();
        m_answerBytes = 0;
    }
}

void ClineScreen::closeOutput()
{
    if (m_output) {
        Message output = m_speakers.tools(m_source);
        output.content.emplace_back(std::move(*m_output));
        m_output.reset();
        say(std::move(output));
    }
}

void ClineScreen::say(Message message)
{
    if (!message.content.empty()) {
        setTimeMs(message, memberOf(m_source, "ts"));
        m_session.say(std::move(message));
    }
}

void ClineScreen::end()
{
    closeAnswer();
    if (m_waiting) {
        m_beside = sumOf(m_beside, std::move(*m_waiting));
    }
    if (m_beside) {
        m_session.setUsage(std::move(*m_beside));
    }
    m_session.end();
}

} // namespace quarterdeck::formats
