#include "model/formats/gemini/gemini_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <optional>
#include <utility>

namespace quarterdeck::formats::gemini {

using nlohmann::json;

namespace {

/// What Gemini runs by itself, as a tool.
constexpr const char* codeExecution = "code_execution";

std::string mediaTypeOf(const json& media)
{
    const json& type = memberOf(media, "mimeType", "mime_type");
    return type.is_string() ? type.get<std::string>() : std::string();
}

/// What a tool gave: the one text in `{"result": "…"}`, or else the whole object as JSON.
json outputOf(const json& response)
{
    const bool isOneText = response.is_object() && response.size() == 1 && response.front().is_string();
    return isOneText ? response.front() : response.is_null() ? json("") : json(textOfJson(response));
}

/// Puts the parts of one content together.
class ChatMessages
{
public:
    explicit ChatMessages(const std::string& role) : m_role(role == "model" ? "assistant" : "user") { }

    void add(const json& part);
    [[nodiscard]] std::vector<json> take()
    {
        endMessage();
        return std::move(m_messages);
    }

private:
    bool addKnown(const json& part);
    void addText(const json& part);
    void addCall(const json& id, const json& name, const json& arguments);
    void addResult(const json& id, const json& name, json output);
    void endMessage();

    std::string m_role;
    std::string m_thinking;
    json m_parts = json::array();
    json m_calls = json::array();
    std::vector<json> m_messages;
};

void ChatMessages::add(const json& part)
{
    if (part.is_string()) {
        m_parts.push_back({{"type", "text"}, {"text", part}});
    } else if (memberOf(part, "text", "text").is_string()) {
        addText(part);
    } else if (!addKnown(part)) {
        m_parts.push_back(part); // shown as JSON
    }
}

void ChatMessages::addText(const json& part)
{
    if (part.value("thought", json()) == true) {
        m_thinking += (m_thinking.empty() ? "" : "\n") + textMember(part, "text");
    } else {
        m_parts.push_back({{"type", "text"}, {"text", part["text"]}});
    }
}

bool ChatMessages::addKnown(const json& part)
{
    if (const json& data = memberOf(part, "inlineData", "inline_data"); data.is_object()) {
        m_parts.push_back(dataPart(mediaTypeOf(data), textMember(data, "data")));
        return true;
    }
    if (const json& file = memberOf(part, "fileData", "file_data"); file.is_object()) {
        const json& address = memberOf(file, "fileUri", "file_uri");
        m_parts.push_back(mediaPart(mediaTypeOf(file), address.is_string() ? address.get<std::string>() : ""));
        return true;
    }
    if (const json& call = memberOf(part, "functionCall", "function_call"); call.is_object()) {
        addCall(call.value("id", json()), call.value("name", json()), call.value("args", json::object()));
        return true;
    }
    if (const json& answer = memberOf(part, "functionResponse", "function_response"); answer.is_object()) {
        addResult(answer.value("id", json()), answer.value("name", json()), outputOf(answer.value("response", json())));
        return true;
    }
    if (const json& code = memberOf(part, "executableCode", "executable_code"); code.is_object()) {
        addCall(code.value("id", json()), codeExecution, code);
        return true;
    }
    if (const json& answer = memberOf(part, "codeExecutionResult", "code_execution_result"); answer.is_object()) {
        addResult(answer.value("id", json()), codeExecution, answer.value("output", json()));
        return true;
    }
    return false;
}

void ChatMessages::addCall(const json& id, const json& name, const json& arguments)
{
    m_calls.push_back({{"id", id}, {"type", "function"}, {"function", {{"name", name}, {"arguments", arguments}}}});
}

void ChatMessages::addResult(const json& id, const json& name, json output)
{
    endMessage(); // what the model ran by itself answers in the middle of what it says
    m_messages.push_back({{"role", "tool"}, {"tool_call_id", id}, {"name", name}, {"content", std::move(output)}});
}

void ChatMessages::endMessage()
{
    if (m_parts.empty() && m_calls.empty() && m_thinking.empty()) {
        return;
    }
    json message{{"role", m_role}, {"content", nullptr}};
    const bool isOneText = m_parts.size() == 1 && textMember(m_parts[0], "type") == "text";
    if (!m_parts.empty()) {
        message["content"] = isOneText ? m_parts[0]["text"] : m_parts;
    }
    if (!m_thinking.empty()) {
        message["reasoning_content"] = std::exchange(m_thinking, {});
    }
    if (!m_calls.empty()) {
        message["tool_calls"] = std::exchange(m_calls, json::array());
    }
    m_parts = json::array();
    m_messages.push_back(std::move(message));
}

} // namespace

const json& memberOf(const json& object, const char* camelCase, const char* snakeCase)
{
    const json& member = formats::memberOf(object, camelCase);
    return member.is_null() ? formats::memberOf(object, snakeCase) : member;
}

json partsOf(const json& content)
{
    const json& parts = formats::memberOf(content, "parts");
    return parts.is_array() || parts.is_null() ? parts : json::array({parts});
}

std::vector<json> messagesOf(const json& content)
{
    const json parts = partsOf(content);
    if (parts.is_null()) {
        const json wrong{{"role", "user"}, {"content", content}}; // neither text nor a list
        return std::vector<json>(1, content.is_object() ? wrong : content);
    }
    ChatMessages messages(textMember(content, "role"));
    for (const json& part : parts) {
        messages.add(part);
    }
    return messages.take();
}

std::optional<conversation::Usage> usageOf(const json& response)
{
    const json& told = memberOf(response, "usageMetadata", "usage_metadata");
    const auto count = [&](const char* camelCase, const char* snakeCase) {
        const json& number = memberOf(told, camelCase, snakeCase);
        return number.is_number() ? number.get<double>() : 0;
    };
    // What tools made of the prompt, and what the model thought, are counted beside the others.
    const double thoughts = count("thoughtsTokenCount", "thoughts_token_count");
    const double prompt = count("promptTokenCount", "prompt_token_count")
        + count("toolUsePromptTokenCount", "tool_use_prompt_token_count");
    const double completion = count("candidatesTokenCount", "candidates_token_count") + thoughts;
    const json& model = memberOf(response, "modelVersion", "model_version");
    return formats::usageOf(
        {prompt, completion, count("cachedContentTokenCount", "cached_content_token_count"), thoughts},
        model.is_string() ? model.get<std::string>() : std::string());
}

} // namespace quarterdeck::formats::gemini

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

bool isRequest(const JsonShape& shape) { return shape.listHas("contents", "parts"); }

bool isBatch(const JsonShape& shape)
{
    return shape.memberHas("request", "contents") || shape.memberHas("response", "candidates");
}

bool areResponses(const JsonShape& shape) { return shape.listHas("candidates", "content"); }

/// Other programs have messages with parts, too: this role only Gemini knows.
bool areContents(const JsonShape& shape)
{
    return shape.has("parts") && shape.has("role") && shape.hasRoleOf({"model"});
}

/// `usage`: of the answer that the content is.
void addContent(ChatRecordingBuilder& session, const json& content, const SourceLocation& place,
                std::optional<conversation::Usage> usage = std::nullopt)
{
    for (json& message : gemini::messagesOf(content)) {
        MessageNotes notes;
        if (textMember(message, "role") == "assistant") {
            notes.usage = std::exchange(usage, std::nullopt);
        }
        session.add(std::move(message), place, std::move(notes));
    }
}

/// Takes the instructions out of a request.
std::string takeInstructions(json& request)
{
    std::string text;
    for (const char* key : {"systemInstruction", "system_instruction"}) {
        const json& given = memberOf(request, key);
        for (const json& part : given.is_string() ? json::array({given}) : gemini::partsOf(given)) {
            const auto one = python_json::shownText(part.is_string() ? part : memberOf(part, "text"));
            text += (text.empty() || !one ? "" : "\n") + one.value_or("");
        }
        request.erase(key);
    }
    return text;
}

void addInstructions(ChatRecordingBuilder& session, const std::string& instructions, const SourceLocation& place)
{
    if (!instructions.empty()) {
        session.add({{"role", "system"}, {"content", instructions}}, place);
    }
}

void addAnswersOf(const json& response, json& contents)
{
    for (const json& candidate : memberOf(response, "candidates")) {
        if (const json& content = memberOf(candidate, "content"); !gemini::partsOf(content).is_null()) {
            contents.push_back(content);
        }
    }
}

/// A request, or a line of a batch: `{key, request}` or `{key, response}`.
void readRequest(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json record,
                 SourceLocation place)
{
    if (!record.is_object()) {
        return sink.reportProblem(errors::problem(source.name(), place, RejectReason::NotAnObject));
    }
    const json key = memberOf(record, "key");
    const json response = memberOf(record, "response");
    json request = memberOf(record, "request");
    if (!request.is_object()) {
        request = response.is_object() ? json::object() : std::move(record);
    }
    json contents = memberOf(request, "contents").is_array() ? std::move(request["contents"]) : json::array();
    const std::size_t asked = contents.size();
    addAnswersOf(response, contents);
    if (contents.empty()) {
        return sink.reportProblem(errors::problem(source.name(), place, RejectReason::NoMessages));
    }
    const std::string instructions = takeInstructions(request);
    request.erase("contents");
    if (!key.is_null()) {
        request["key"] = key;
    }
    ChatRecordingBuilder session(source, sink, limits, {"gemini", place, std::move(request)});
    addInstructions(session, instructions, place);
    for (std::size_t i = 0; i < contents.size(); ++i) {
        if (sink.isStopped()) {
            return;
        }
        ++place.message;
        addContent(session, contents[i], place, i == asked ? gemini::usageOf(response) : std::nullopt);
    }
    session.end();
}

/// A request that is the whole file: its contents are never held. Nothing when there are none.
std::optional<Result<std::size_t>> readLongRequest(ByteSource& source, SessionSink& sink, const ReadLimits& limits)
{
    ListedDocument document(source, "contents", limits);
    auto request = document.fields(sink);
    if (!request) {
        return tl::unexpected(request.error());
    }
    if (!request->is_object()) {
        return std::nullopt;
    }
    const std::string instructions = takeInstructions(*request);
    ChatRecordingBuilder session(source, sink, limits, {"gemini", {}, std::move(*request)});
    addInstructions(session, instructions, {});
    auto count = document.forEach(
        sink, [&](const json& content, const SourceLocation& place) { addContent(session, content, place); });
    if (count && !sink.isStopped()) {
        session.end();
    }
    return count ? Result<std::size_t>(1) : count;
}

/// An answer that comes in pieces.
class StreamedAnswer
{
public:
    explicit StreamedAnswer(ChatRecordingBuilder& session) : m_session(session) { }

    void add(const json& response, const SourceLocation& place)
    {
        const json& candidates = memberOf(response, "candidates");
        if (auto usage = gemini::usageOf(response)) {
            m_usage = std::move(usage); // each piece tells that of the whole until then
        }
        for (const json& candidate : candidates) {
            for (const json& part : gemini::partsOf(memberOf(candidate, "content"))) {
                join(part);
            }
            const bool isOver = !gemini::memberOf(candidate, "finishReason", "finish_reason").is_null();
            if (isOver || candidates.size() > 1) {
                end(place);
            }
        }
    }
    void end(const SourceLocation& place)
    {
        if (!m_parts.empty()) {
            addContent(m_session, {{"role", "model"}, {"parts", std::exchange(m_parts, json::array())}}, place,
                       std::exchange(m_usage, std::nullopt));
        }
    }

private:
    void join(const json& part)
    {
        const auto isPlain = [](const json& text) { return text.is_string() && !python_json::isMarked(text); };
        const json& before = m_parts.empty() ? m_parts : m_parts.back();
        const bool isJoined = isPlain(memberOf(before, "text")) && isPlain(memberOf(part, "text"))
            && memberOf(before, "thought") == memberOf(part, "thought");
        if (isJoined) {
            m_parts.back()["text"].get_ref<std::string&>() += part["text"].get_ref<const std::string&>();
        } else {
            m_parts.push_back(part);
        }
    }

    ChatRecordingBuilder& m_session;
    json m_parts = json::array();
    std::optional<conversation::Usage> m_usage;
};

Result<std::size_t> readOneSession(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                   const ReadLimits& limits)
{
    ChatRecordingBuilder session(source, sink, limits, {"gemini", {}, json::object()});
    StreamedAnswer answer(session);
    RecordReader records(source, shape.layout, limits);
    auto count = records.forEachGood(sink, [&](const json& record, SourceLocation place) {
        std::swap(place.run, place.message); // elements of the list are messages here
        if (memberOf(record, "candidates").is_array()) {
            answer.add(record, place);
        } else {
            addContent(session, record, place);
        }
    });
    if (count && !sink.isStopped()) {
        answer.end({});
        session.end();
    }
    return count;
}

} // namespace

bool GeminiReader::recognises(const JsonShape& shape) const
{
    return isRequest(shape) || isBatch(shape) || areResponses(shape) || areContents(shape);
}

Result<std::size_t> GeminiReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                       const ReadLimits& limits) const
{
    if (!isRequest(shape) && !isBatch(shape)) {
        return readOneSession(source, shape, sink, limits);
    }
    if (shape.layout == Layout::Document && isRequest(shape)) {
        if (auto count = readLongRequest(source, sink, limits)) {
            return std::move(*count);
        }
    }
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(sink, [&](json record, const SourceLocation& place) {
        readRequest(source, sink, limits, std::move(record), place);
    });
}

} // namespace quarterdeck::formats
