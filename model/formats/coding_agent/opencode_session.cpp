#include "model/formats/coding_agent/opencode_session.h"

#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace quarterdeck::formats {

using conversation::Address;
using conversation::ContentBlock;
using conversation::JsonValue;
using conversation::MediaBlock;
using conversation::MediaKind;
using conversation::Message;
using conversation::TextBlock;
using conversation::ThinkingBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using nlohmann::json;

namespace {

const Address openCodeTools("Tools");
const std::string openCodeProgram = "OpenCode";

/// Milliseconds; 0 if it is none.
std::int64_t openCodeMoment(const json& time, const char* key)
{
    constexpr std::int64_t latest = 100'000'000'000'000;
    const json& value = memberOf(time, key);
    const double number = value.is_number() ? value.get<double>() : 0.0;
    return number > 0 && number < static_cast<double>(latest) ? std::llround(number) : 0;
}

MediaKind kindOfMime(const std::string& mime)
{
    return mime.starts_with("image/") ? MediaKind::Image
        : mime.starts_with("audio/")  ? MediaKind::Audio
        : mime.starts_with("video/")  ? MediaKind::Video
                                      : MediaKind::File;
}

std::string openCodeErrorText(const json& error)
{
    const std::string message = textMember(memberOf(error, "data"), "message");
    const std::string name = textMember(error, "name");
    return message.empty() ? name : name + (name.empty() ? "" : ": ") + message;
}

bool isToolPartDone(const json& part)
{
    const std::string status = textMember(memberOf(part, "state"), "status");
    return status == "completed" || status == "error";
}

/// Whether more of the part may come.
bool isUnfinishedPart(const json& part)
{
    const std::string type = textMember(part, "type");
    return type == "tool"
        ? !isToolPartDone(part)
        : (type == "text" || type == "reasoning") && openCodeMoment(memberOf(part, "time"), "end") == 0;
}

/// The beginning of a part, as far as it is told.
std::int64_t beginningOfPart(const json& part)
{
    const std::int64_t own = openCodeMoment(memberOf(part, "time"), "start");
    return own > 0 ? own : openCodeMoment(memberOf(memberOf(part, "state"), "time"), "start");
}

/// The text of a result, and the media in it, as a chat's content.
json openCodeResultContent(const json& state)
{
    const json& attachments = memberOf(state, "attachments");
    const std::string output = textMember(state, "output");
    if (!attachments.is_array() || attachments.empty()) {
        return output;
    }
    json content = json::array({json{{"type", "text"}, {"text", output}}});
    for (const json& file : attachments) {
        if (const std::string url = textMember(file, "url"); !url.empty()) {
            content.push_back(mediaPart(textMember(file, "mime"), url));
        }
    }
    return content;
}

/// A command that ended with another code than 0 has failed, although its tool has not.
bool hasOpenCodeToolFailed(const json& state)
{
    const json& exit = memberOf(memberOf(state, "metadata"), "exit");
    return textMember(state, "status") == "error" || (exit.is_number() && exit != 0);
}

} // namespace

std::optional<conversation::Usage> openCodeUsage(const json& told)
{
    using conversation::saturatingSum;
    const json& tokens = memberOf(told, "tokens");
    const json& cache = memberOf(tokens, "cache");
    conversation::Usage usage;
    usage.model = textMember(told, "modelID");
    usage.cachedTokens = countMember(cache, "read");
    usage.promptTokens =
        saturatingSum(saturatingSum(countMember(tokens, "input"), usage.cachedTokens), countMember(cache, "write"));
    usage.reasoningTokens = countMember(tokens, "reasoning");
    usage.completionTokens = saturatingSum(countMember(tokens, "output"), usage.reasoningTokens);
    usage.cost = costFrom(memberOf(told, "cost"));
    return usage.totalTokens() > 0 || usage.cost ? std::optional(usage) : std::nullopt;
}

OpenCodeSession::OpenCodeSession(std::string agent, std::string asker, std::string id, const ReadLimits& limits)
    : m_agent(std::move(agent))
    , m_asker(std::move(asker))
    , m_id(std::move(id))
    , m_limits(limits)
{ }

void OpenCodeSession::read(const json& message, bool isGoingOn)
{
    const json& info = memberOf(message, "info");
    const json& listed = memberOf(message, "parts");
    const json parts = listed.is_array() ? listed : json::array();
    if (textMember(info, "role") == "user") {
        readPrompt(info, parts);
    } else if (textMember(info, "role") == "assistant") {
        readAnswer(info, parts, isGoingOn);
    }
}

Message OpenCodeSession::begun(const json& info, const std::string& role) const
{
    Message message;
    message.role = role;
    json source = info;
    for (const char* key : {"summary", "system", "tools", "tokens", "path"}) { // long, and told elsewhere
        source.erase(key);
    }
    if (!m_asker.empty()) { // as Claude Code's are told apart, since they work at the same time
        source["isSidechain"] = true;
        source["agentId"] = m_id;
    }
    message.metadata = JsonValue(json{{recordKey, memberOf(info, "id")}, {"source", std::move(source)}});
    if (role == "assistant") {
        message.sentFrom = Address(m_agent);
        message.sendTo = {m_asker.empty() ? conversation::address::person : Address(m_asker)};
    } else if (role == "tool") {
        message.sentFrom = openCodeTools;
        message.sendTo = {Address(m_agent)};
    } else if (role == "system") {
        message.sentFrom = Address(openCodeProgram);
        message.sendTo = {conversation::address::none};
    } else {
        message.sendTo = {Address(m_agent)};
        if (m_asker.empty()) {
            message.causeBy = conversation::action::userRequirement;
        } else {
            message.sentFrom = Address(m_asker);
            message.role = "assistant";
        }
    }
    return message;
}

void OpenCodeSession::push(Message message)
{
    m_time = std::max(m_time, message.timestamp.msSinceEpoch);
    message.timestamp = Timestamp{m_time};
    m_messages.push_back(std::move(message));
}

void OpenCodeSession::flush()
{
    if (m_open) {
        push(std::move(*m_open));
        m_open.reset();
    }
}

void OpenCodeSession::addNote(const std::string& text, const json& info)
{
    if (!text.empty()) {
        Message note = begun(info, "system");
        note.content = conversation::textBlocks(text);
        note.timestamp = Timestamp{openCodeMoment(memberOf(info, "time"), "created")};
        push(std::move(note));
    }
}

ContentBlock OpenCodeSession::fileBlock(const json& part)
{
    const std::string mime = textMember(part, "mime");
    const std::string url = textMember(part, "url");
    const std::string name = textMember(part, "filename");
    if (auto data = readDataUrl(url, m_limits.maxAttachmentBytes)) {
        const auto size = static_cast<std::int64_t>(data->bytes.size());
        MediaBlock media{kindOfMime(data->mediaType), {data->hash, {}, data->mediaType, name, size, 0, 0}};
        m_attachments.push_back(std::move(*data));
        return media;
    }
    return url.starts_with("data:") ? ContentBlock(conversation::UnknownBlock{JsonValue(part)})
                                    : ContentBlock(MediaBlock{kindOfMime(mime), {{}, url, mime, name, 0, 0, 0}});
}

/// What OpenCode puts beside the person's words (files that were named, reminders) is its own note.
void OpenCodeSession::readPrompt(const json& info, const json& parts)
{
    flush();
    Message said = begun(info, "user");
    said.timestamp = Timestamp{openCodeMoment(memberOf(info, "time"), "created")};
    std::string noted;
    for (const json& part : parts) {
        const std::string type = textMember(part, "type");
        const std::string text = textMember(part, "text");
        const bool isOfProgram = memberOf(part, "synthetic") == true || memberOf(part, "ignored") == true;
        if (type == "text" && isOfProgram && !text.empty()) {
            noted += (noted.empty() ? "" : "\n") + text;
        } else if (type == "text" && !text.empty()) {
            said.content.emplace_back(TextBlock{text});
        } else if (type == "file") {
            said.content.push_back(fileBlock(part));
        } else if (type == "subtask") { // a command that starts a sub-agent
            said.content.emplace_back(TextBlock{textMember(part, "prompt")});
        }
    }
    if (!said.content.empty()) {
        push(std::move(said));
    }
    addNote(noted, info);
}

void OpenCodeSession::readAnswer(const json& info, const json& parts, bool isGoingOn)
{
    flush();
    m_usage = openCodeUsage(info);
    const json& error = memberOf(info, "error");
    const bool isOpen = isGoingOn && openCodeMoment(memberOf(info, "time"), "completed") == 0 && error.is_null();
    const std::int64_t created = openCodeMoment(memberOf(info, "time"), "created");
    for (const json& part : parts) {
        readPart(part, info, created);
        if (isOpen && isUnfinishedPart(part)) {
            const bool isCall = textMember(part, "type") == "tool";
            if (!isCall && m_open && !m_open->content.empty()) {
                m_open->content.pop_back(); // half a text
            }
            break;
        }
    }
    if (m_open && m_open->content.empty()) {
        m_open.reset();
    }
    flush();
    if (error.is_object()) {
        addError(error, info);
    }
    m_usage.reset();
}

void OpenCodeSession::readPart(const json& part, const json& info, std::int64_t time)
{
    const std::string type = textMember(part, "type");
    const std::int64_t begins = std::max(beginningOfPart(part), time);
    if (type == "text" && memberOf(part, "synthetic") == true) {
        flush();
        addNote(textMember(part, "text"), info);
    } else if (type == "text" && !textMember(part, "text").empty()) {
        say(TextBlock{textMember(part, "text")}, info, begins);
    } else if (type == "reasoning" && !textMember(part, "text").empty()) {
        say(ThinkingBlock{textMember(part, "text"), {}}, info, begins);
    } else if (type == "file") {
        say(fileBlock(part), info, begins);
    } else if (type == "tool") {
        addTool(part, info);
    } else if (type == "retry") {
        flush();
        addError(memberOf(part, "error"), info);
    }
}

void OpenCodeSession::say(ContentBlock block, const json& info, std::int64_t time)
{
    if (!m_open) {
        m_open = begun(info, "assistant");
        m_open->timestamp = Timestamp{time};
        m_open->usage = std::exchange(m_usage, std::nullopt);
    }
    m_open->content.push_back(std::move(block));
}

/// Each call is followed by its result, so that what grew reads as what is read at once.
void OpenCodeSession::addTool(const json& part, const json& info)
{
    const json& state = memberOf(part, "state");
    ToolUseBlock call;
    call.id = textMember(part, "callID");
    call.name = textMember(part, "tool");
    call.input = JsonValue(memberOf(state, "input"));
    ToolResultBlock result;
    if (isToolPartDone(part)) {
        const std::string failure = textMember(state, "error");
        result =
            readToolResult(failure.empty() ? openCodeResultContent(state) : json(failure), m_limits, m_attachments);
        result.id = call.id;
        result.name = call.name;
        result.isError = hasOpenCodeToolFailed(state);
    }
    say(std::move(call), info, openCodeMoment(memberOf(state, "time"), "start"));
    m_open->sendTo = {openCodeTools};
    flush();
    if (isToolPartDone(part)) {
        Message answer = begun(info, "tool");
        answer.content.emplace_back(std::move(result));
        answer.timestamp = Timestamp{openCodeMoment(memberOf(state, "time"), "end")};
        push(std::move(answer));
    }
}

/// A call of the model that failed.
void OpenCodeSession::addError(const json& error, const json& info)
{
    ToolResultBlock failure;
    failure.output = openCodeErrorText(error);
    failure.isError = true;
    if (failure.output.empty()) {
        return;
    }
    Message message = begun(info, "system");
    message.content.emplace_back(std::move(failure));
    const json& time = memberOf(info, "time");
    message.timestamp = Timestamp{std::max(openCodeMoment(time, "completed"), openCodeMoment(time, "created"))};
    push(std::move(message));
}

std::vector<Message> OpenCodeSession::takeMessages()
{
    flush();
    return std::exchange(m_messages, {});
}

std::vector<RecordedAttachment> OpenCodeSession::takeAttachments() { return std::exchange(m_attachments, {}); }

} // namespace quarterdeck::formats
