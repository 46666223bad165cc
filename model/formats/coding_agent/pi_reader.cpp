#include "model/formats/coding_agent/pi_reader.h"

#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/coding_agent/pi_survey.h"
#include "model/formats/coding_agent/transcript_speakers.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <array>
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
using conversation::UnknownBlock;
using conversation::Usage;
using errors::RejectReason;
using nlohmann::json;

namespace {

std::optional<Usage> piUsage(const json& message)
{
    using conversation::saturatingSum;
    const json& told = memberOf(message, "usage");
    Usage usage;
    usage.model = textMember(message, "model");
    usage.cachedTokens = countMember(told, "cacheRead");
    usage.promptTokens =
        saturatingSum(saturatingSum(countMember(told, "input"), usage.cachedTokens), countMember(told, "cacheWrite"));
    usage.completionTokens = countMember(told, "output");
    usage.cost = costFrom(memberOf(memberOf(told, "cost"), "total"));
    return usage.totalTokens() > 0 || usage.cost ? std::optional(usage) : std::nullopt;
}

/// Where the person's own words begin: files and skills that the person named are put in front of them.
std::size_t endOfPiInsertions(const std::string& text)
{
    std::size_t end = 0;
    for (bool isInsertion = true; isInsertion;) {
        isInsertion = false;
        for (const auto& [opening, closing] :
             {std::pair{"<file name=\"", "</file>\n"}, std::pair{"<skill name=\"", "\n</skill>"}}) {
            const std::size_t close =
                text.compare(end, std::string_view(opening).size(), opening) == 0 ? text.find(closing, end) : text.npos;
            if (close != text.npos) {
                end = close + std::string_view(closing).size();
                isInsertion = true;
            }
        }
    }
    return end;
}

/// Reads the entries of one session.
class PiTranscript
{
public:
    PiTranscript(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, const PiSurvey& survey)
        : m_limits(limits)
        , m_survey(survey)
        , m_session(source, sink, limits, "pi")
    {
        if (!survey.name().empty()) {
            m_session.setGivenTitle(survey.name());
        }
        if (survey.messagesLeft() > 0) {
            SourceLocation place;
            place.line = survey.firstLeft();
            sink.acceptTakenBack(survey.idsLeft());
            m_session.setLeftOut("messages", survey.messagesLeft());
            m_session.problem(place, RejectReason::TakenBack, std::to_string(survey.messagesLeft()));
        }
    }

    void add(const json& entry, const SourceLocation& place);
    void end() { m_session.end(); }

private:
    void addMessage(const json& message, const json& source, const SourceLocation& place);
    void addPerson(const json& message, const json& source, const SourceLocation& place);
    void addAnswer(const json& message, const json& source, const SourceLocation& place);
    void addResult(const json& message, const json& source);
    void addShell(const json& message, const json& source);
    void addNote(const json& content, const json& source, const SourceLocation& place);
    [[nodiscard]] std::vector<ContentBlock> blocksOf(const json& content, const SourceLocation& place);
    [[nodiscard]] ContentBlock blockOf(const json& part, const SourceLocation& place);
    void say(Message message, const json& source);

    ReadLimits m_limits;
    const PiSurvey& m_survey;
    TranscriptSpeakers m_speakers{"Pi", "Pi's program"};
    CodingAgentRecordingBuilder m_session;
};

void PiTranscript::add(const json& entry, const SourceLocation& place)
{
    if (!entry.is_object()) {
        return m_session.problem(place, RejectReason::NotAnObject);
    }
    const std::string type = textMember(entry, "type");
    if (type == "session") {
        return m_session.setFields(entry);
    }
    if (m_survey.isLeft(place.line)) {
        return;
    }
    json source = entry;
    for (const char* key : {"message", "content", "summary", "details"}) {
        source.erase(key);
    }
    if (const std::string id = textMember(entry, "id"); !id.empty()) {
        source[recordKey] = id;
    }
    if (type == "message" || type == "message_end") { // the second is printed
        addMessage(memberOf(entry, "message"), source, place);
    } else if (type == "custom_message") {
        addNote(memberOf(entry, "content"), source, place);
    } else if (type == "compaction" || type == "branch_summary") {
        addNote(memberOf(entry, "summary"), source, place);
    }
}

void PiTranscript::addMessage(const json& message, const json& source, const SourceLocation& place)
{
    const std::string role = textMember(message, "role");
    json fields = source;
    if (message.is_object()) {
        fields["message"] = message;
        for (const char* key : {"content", "usage", "details", "output", "summary"}) {
            fields["message"].erase(key);
        }
    }
    if (role == "user") {
        addPerson(message, fields, place);
    } else if (role == "assistant") {
        addAnswer(message, fields, place);
    } else if (role == "toolResult") {
        addResult(message, fields);
    } else if (role == "bashExecution") {
        addShell(message, fields);
    } else if (role == "custom" || role == "hookMessage") {
        addNote(memberOf(message, "content"), fields, place);
    } else if (role == "branchSummary" || role == "compactionSummary") {
        addNote(memberOf(message, "summary"), fields, place);
    } else {
        m_session.problem(place, message.is_object() ? RejectReason::NoRole : RejectReason::WrongContent);
    }
}

void PiTranscript::addPerson(const json& message, const json& source, const SourceLocation& place)
{
    Message said = m_speakers.person(source);
    for (ContentBlock& block : blocksOf(memberOf(message, "content"), place)) {
        auto* text = std::get_if<TextBlock>(&block);
        if (text == nullptr) {
            said.content.push_back(std::move(block));
            continue;
        }
        const std::size_t own = endOfPiInsertions(text->text);
        if (own > 0) {
            Message inserted = m_speakers.program(source);
            inserted.content = conversation::textBlocks(text->text.substr(0, own));
            say(std::move(inserted), source);
        }
        if (const std::string words(own > 0 ? trimmedText(text->text.substr(own)) : text->text); !words.empty()) {
            said.content.emplace_back(TextBlock{words});
        }
    }
    say(std::move(said), source);
}

void PiTranscript::addAnswer(const json& message, const json& source, const SourceLocation& place)
{
    Message answer = m_speakers.agent(source);
    answer.content = blocksOf(memberOf(message, "content"), place);
    answer.usage = piUsage(message);
    TranscriptSpeakers::addressAnswer(answer);
    const bool isEmpty = answer.content.empty();
    const std::optional<Usage> spent = answer.usage;
    say(std::move(answer), source);
    if (const std::string failure = textMember(message, "errorMessage"); !failure.empty()) {
        Message failed = m_speakers.failure(source, failure);
        failed.usage = isEmpty ? spent : std::nullopt;
        say(std::move(failed), source);
    }
}

void PiTranscript::addResult(const json& message, const json& source)
{
    json content = memberOf(message, "content");
    for (json& part : content) {
        if (const std::string data = textMember(part, "data"); textMember(part, "type") == "image" && !data.empty()) {
            part = dataPart(textMember(part, "mimeType"), data);
        }
    }
    std::vector<RecordedAttachment> attachments;
    ToolResultBlock result = readToolResult(std::move(content), m_limits, attachments);
    result.id = textMember(message, "toolCallId");
    result.name = textMember(message, "toolName");
    result.isError = memberOf(message, "isError") == true;
    for (RecordedAttachment& attachment : attachments) {
        m_session.attachment(std::move(attachment));
    }
    Message answer = m_speakers.tools(source);
    answer.content.emplace_back(std::move(result));
    say(std::move(answer), source);
}

/// A command that the person had run by typing `!` before it; with `!!` the agent does not hear of it.
void PiTranscript::addShell(const json& message, const json& source)
{
    const std::string command = textMember(message, "command");
    if (command.empty()) {
        return;
    }
    Message typed = m_speakers.person(source);
    typed.content = conversation::textBlocks((memberOf(message, "excludeFromContext") == true ? "!!" : "!") + command);
    say(std::move(typed), source);
    const json& exitCode = memberOf(message, "exitCode");
    ToolResultBlock result;
    result.name = "bash";
    result.output = textMember(message, "output");
    result.isError = (exitCode.is_number() && exitCode != 0) || memberOf(message, "cancelled") == true;
    if (!result.output.empty() || result.isError) {
        Message answer = m_speakers.tools(source);
        answer.content.emplace_back(std::move(result));
        say(std::move(answer), source);
    }
}

void PiTranscript::addNote(const json& content, const json& source, const SourceLocation& place)
{
    Message note = m_speakers.program(source);
    note.content = blocksOf(content, place);
    say(std::move(note), source);
}

std::vector<ContentBlock> PiTranscript::blocksOf(const json& content, const SourceLocation& place)
{
    std::vector<ContentBlock> blocks;
    if (content.is_string()) {
        blocks.push_back(blockOf({{"type", "text"}, {"text", content}}, place));
    } else if (content.is_array()) {
        for (const json& part : content) {
            blocks.push_back(blockOf(part, place));
        }
    } else {
        m_session.problem(place, RejectReason::WrongContent);
    }
    std::erase_if(blocks, [](const ContentBlock& block) {
        const auto* text = std::get_if<TextBlock>(&block);
        const auto* thought = std::get_if<ThinkingBlock>(&block);
        return (text != nullptr && trimmedText(text->text).empty())
            || (thought != nullptr && trimmedText(thought->text).empty());
    });
    return blocks;
}

ContentBlock PiTranscript::blockOf(const json& part, const SourceLocation& place)
{
    const std::string type = textMember(part, "type");
    if (type == "text") {
        return TextBlock{textMember(part, "text")};
    }
    if (type == "thinking") {
        return ThinkingBlock{textMember(part, "thinking"), textMember(part, "thinkingSignature")};
    }
    if (type == "toolCall") {
        ToolUseBlock call;
        call.id = textMember(part, "id");
        call.name = textMember(part, "name");
        call.input = JsonValue(memberOf(part, "arguments"));
        return call;
    }
    if (type == "image") {
        std::vector<RecordedAttachment> attachments;
        auto picture =
            blockOfMedia(dataPart(textMember(part, "mimeType"), textMember(part, "data")), m_limits, attachments);
        for (RecordedAttachment& attachment : attachments) {
            m_session.attachment(std::move(attachment));
        }
        if (picture) {
            return std::move(*picture);
        }
        m_session.problem(place, RejectReason::WrongImage);
    }
    return UnknownBlock{JsonValue(part)};
}

void PiTranscript::say(Message message, const json& source)
{
    if (!message.content.empty()) {
        setTimeMs(message, memberOf(memberOf(source, "message"), "timestamp"));
        setTime(message, textMember(source, "timestamp"));
        m_session.say(std::move(message));
    }
}

} // namespace

bool PiReader::recognises(const JsonShape& shape) const
{
    const bool isHeader = shape.has("cwd") && shape.has("id") && shape.has("timestamp") && shape.hasTypeOf({"session"});
    const bool isEntry = shape.has("parentId") && shape.has("id") && shape.memberHas("message", "role");
    return shape.layout != Layout::Array && shape.has("type") && !shape.has("sessionId") && (isHeader || isEntry);
}

/// Two passes: the first finds the branch that is shown.
Result<std::size_t> PiReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                   const ReadLimits& limits) const
{
    PiSurvey survey;
    RecordReader first(source, Layout::Lines, limits);
    auto count = first.lookThrough(
        sink, [&](const json& entry, const SourceLocation& place) { survey.note(entry, place.line); });
    if (!count) {
        return count;
    }
    survey.finish();
    PiTranscript transcript(source, sink, limits, survey);
    RecordReader second(source, Layout::Lines, limits);
    count =
        second.forEachGood(sink, [&](const json& entry, const SourceLocation& place) { transcript.add(entry, place); });
    if (count) {
        transcript.end();
    }
    return count;
}

} // namespace quarterdeck::formats
