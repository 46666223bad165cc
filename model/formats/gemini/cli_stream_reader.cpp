#include "model/formats/gemini/cli_stream_reader.h"

#include "model/conversation/message.h"
#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/gemini/cli_messages.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::formats {

using conversation::Address;
using conversation::JsonValue;
using conversation::Message;
using conversation::Usage;
using errors::RejectReason;
using nlohmann::json;

namespace {

const Address streamTools("Tools");

/// The models' names, if there is but one.
std::string modelIn(const json& stats)
{
    const json& models = memberOf(stats, "models");
    return models.is_object() && models.size() == 1 ? models.begin().key() : std::string();
}

/// Thoughts are only in the sum.
std::optional<Usage> usageOfStream(const json& stats)
{
    Usage usage;
    usage.model = modelIn(stats);
    usage.promptTokens = countMember(stats, "input_tokens");
    const std::int64_t said = countMember(stats, "output_tokens");
    usage.completionTokens = std::max(said, countMember(stats, "total_tokens") - usage.promptTokens);
    usage.reasoningTokens = usage.completionTokens - said;
    usage.cachedTokens = std::min(countMember(stats, "cached"), usage.promptTokens);
    return usage.totalTokens() == 0 ? std::nullopt : std::optional(std::move(usage));
}

std::optional<Usage> usageOfAnswer(const json& stats)
{
    Usage usage;
    usage.model = modelIn(stats);
    const auto add = [](std::int64_t& sum, std::int64_t more) { sum = conversation::saturatingSum(sum, more); };
    for (const json& model : memberOf(stats, "models")) {
        const json& tokens = memberOf(model, "tokens");
        const std::int64_t thoughts = countMember(tokens, "thoughts");
        add(usage.promptTokens, countMember(tokens, "prompt"));
        add(usage.completionTokens, countMember(tokens, "candidates"));
        add(usage.completionTokens, thoughts);
        add(usage.reasoningTokens, thoughts);
        add(usage.cachedTokens, countMember(tokens, "cached"));
    }
    return usage.totalTokens() == 0 ? std::nullopt : std::optional(std::move(usage));
}

/// Reads the records of one file.
class GeminiStream
{
public:
    GeminiStream(const ByteSource& source, SessionSink& sink, const ReadLimits& limits)
        : m_session(source, sink, limits, "gemini_cli")
    { }

    void add(const json& record, const SourceLocation& place);
    void end();

private:
    void addMessage(const json& record, const std::string& time);
    void addBlock(conversation::ContentBlock block, const std::string& time);
    void addResult(const json& record, const std::string& time);
    void addAnswer(const json& record);
    void addFailure(const json& error, const json& record);

    CodingAgentRecordingBuilder m_session;
    PendingToolCalls m_calls;
    std::string m_said; ///< of an answer, as far as it came
    std::string m_saidAt;
};

/// An answer that may still go on is not said yet: it would be another one later.
void GeminiStream::end() { m_session.end(); }

void GeminiStream::add(const json& record, const SourceLocation& place)
{
    const std::string type = textMember(record, "type");
    const std::string time = textMember(record, "timestamp");
    const bool isMore = type == "message" && memberOf(record, "delta") == true;
    if (!isMore && !m_said.empty()) {
        addBlock(conversation::TextBlock{std::exchange(m_said, {})}, m_saidAt);
    }
    if (!record.is_object()) {
        m_session.problem(place, RejectReason::NotAnObject);
    } else if (type == "init") {
        m_session.setFields({{"session_id", memberOf(record, "session_id")}, {"model", memberOf(record, "model")}});
    } else if (type == "message") {
        addMessage(record, time);
    } else if (type == "tool_use") {
        conversation::ToolUseBlock call;
        call.id = textMember(record, "tool_id");
        call.name = textMember(record, "tool_name");
        call.input = JsonValue(memberOf(record, "parameters"));
        m_calls.note(call.id, call.name);
        addBlock(std::move(call), time);
    } else if (type == "tool_result") {
        addResult(record, time);
    } else if (type == "error") {
        m_session.note(gemini::cliProgram, textMember(record, "message"), time, record);
    } else if (type == "result") {
        addFailure(memberOf(record, "error"), record);
        if (auto usage = usageOfStream(memberOf(record, "stats"))) {
            m_session.setUsage(std::move(*usage));
        }
    } else if (type.empty() && (record.contains("response") || record.contains("error"))) {
        addAnswer(record);
    } else {
        m_session.problem(place, RejectReason::UnknownRecord);
    }
}

void GeminiStream::addMessage(const json& record, const std::string& time)
{
    const std::string text = textMember(record, "content");
    if (textMember(record, "role") == "assistant" && memberOf(record, "delta") == true) {
        m_saidAt = m_said.empty() ? time : m_saidAt;
        m_said += text;
        return;
    }
    if (textMember(record, "role") == "assistant") {
        return addBlock(conversation::TextBlock{text}, time);
    }
    Message message;
    message.role = "user";
    message.causeBy = conversation::action::userRequirement;
    message.sendTo = {Address(gemini::cliAgent)};
    message.content = conversation::textBlocks(text);
    setTime(message, time);
    m_session.say(std::move(message));
}

/// An answer comes in pieces, and ends where a tool answers.
void GeminiStream::addBlock(conversation::ContentBlock block, const std::string& time)
{
    Message* held = m_session.held(gemini::cliAgent);
    auto* more = std::get_if<conversation::TextBlock>(&block);
    if (held == nullptr) {
        Message message;
        message.role = "assistant";
        message.sentFrom = Address(gemini::cliAgent);
        message.sendTo = {more == nullptr ? streamTools : conversation::address::person};
        message.content.push_back(std::move(block));
        setTime(message, time);
        return m_session.hold(std::move(message), gemini::cliAgent);
    }
    auto* text = std::get_if<conversation::TextBlock>(&held->content.back());
    if (text != nullptr && more != nullptr) {
        text->text += more->text;
        return;
    }
    held->sendTo = more == nullptr ? conversation::AddressSet{streamTools} : held->sendTo;
    held->content.push_back(std::move(block));
}

void GeminiStream::addResult(const json& record, const std::string& time)
{
    conversation::ToolResultBlock result;
    result.id = textMember(record, "tool_id");
    result.name = m_calls.take(result.id);
    result.isError = textMember(record, "status") == "error";
    const std::string failure = textMember(memberOf(record, "error"), "message");
    result.output = failure.empty() ? textMember(record, "output") : failure;
    Message message;
    message.role = "tool";
    message.sentFrom = streamTools;
    message.sendTo = {Address(gemini::cliAgent)};
    message.content = {std::move(result)};
    setTime(message, time);
    m_session.say(std::move(message));
}

void GeminiStream::addAnswer(const json& record)
{
    m_session.setFields({{"session_id", memberOf(record, "session_id")}});
    if (const std::string text = textMember(record, "response"); !text.empty()) {
        Message message;
        message.role = "assistant";
        message.sentFrom = Address(gemini::cliAgent);
        message.sendTo = {conversation::address::person};
        message.content = conversation::textBlocks(text);
        message.usage = usageOfAnswer(memberOf(record, "stats"));
        m_session.say(std::move(message));
    }
    addFailure(memberOf(record, "error"), record);
}

void GeminiStream::addFailure(const json& error, const json& record)
{
    if (const std::string text = textMember(error, "message"); !text.empty()) {
        m_session.note(gemini::cliProgram, text, textMember(record, "timestamp"), {{"error", error}});
    }
}

} // namespace

bool GeminiStreamReader::recognises(const JsonShape& shape) const
{
    const auto seen = [&](const char* key) { return shape.seenKeys.contains(key); };
    const bool isStream = shape.layout != Layout::Array && shape.has("type") && shape.has("session_id")
        && shape.hasTypeOf({"init"}) && ((seen("role") && seen("content")) || seen("tool_id") || seen("stats"));
    const bool isAnswer = shape.layout == Layout::Document && shape.has("session_id") && !shape.has("type")
        && (shape.has("response") ? shape.has("stats") : shape.memberHas("error", "message"));
    return isStream || isAnswer;
}

Result<std::size_t> GeminiStreamReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                             const ReadLimits& limits) const
{
    GeminiStream stream(source, sink, limits);
    const bool isAnswer = shape.layout == Layout::Document && !shape.has("type");
    RecordReader records(source, isAnswer ? Layout::Document : Layout::Lines, limits);
    auto count =
        records.forEachGood(sink, [&](const json& record, const SourceLocation& place) { stream.add(record, place); });
    if (count) {
        stream.end();
    }
    return count;
}

} // namespace quarterdeck::formats
