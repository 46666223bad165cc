#include "model/formats/coding_agent/cursor_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/answer_steps.h"
#include "model/formats/openai/message_parts.h"

#include <QDateTime>

#include <cmath>
#include <string_view>
#include <utility>

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string cursorAgent = "Cursor";

/// Milliseconds, or a text.
std::string cursorTime(const json& told)
{
    constexpr double latest = 1e14;
    if (told.is_string()) {
        return told.get<std::string>();
    }
    const double time = told.is_number() ? told.get<double>() : 0;
    return time > 0 && time < latest
        ? QDateTime::fromMSecsSinceEpoch(std::llround(time), Qt::UTC).toString(Qt::ISODateWithMs).toStdString()
        : std::string();
}

bool isOfType(const json& bubble, int number, const char* name)
{
    const json& type = memberOf(bubble, "type");
    return type == number || type == name;
}

/// What a tool gave, which Cursor keeps as JSON text: the file or the output in it, or all of it.
struct CursorResult
{
    std::string text;
    bool hasFailed = false;
};

CursorResult cursorResult(const json& use, const ReadLimits& limits)
{
    const std::string status = textMember(use, "status");
    const bool isRejected = textMember(use, "userDecision") == "rejected";
    CursorResult result{textMember(use, "result"), status == "error" || status == "cancelled" || isRejected};
    const json told = parseText(result.text, limits).value_or(json());
    for (const char* key : {"contents", "output"}) {
        if (const json& text = memberOf(told, key); text.is_string()) {
            result.text = text.get<std::string>();
        }
    }
    for (const char* key : {"exitCodeV2", "exitCode"}) {
        const json& code = memberOf(told, key);
        result.hasFailed = result.hasFailed || (code.is_number() && code != 0);
    }
    if (result.text.empty() && result.hasFailed) {
        const std::string error = textMember(use, "error");
        const json read = parseText(error, limits).value_or(json());
        const std::string shown = textMember(read, "clientVisibleErrorMessage");
        result.text = !shown.empty() ? shown : !error.empty() ? error : isRejected ? "rejected" : status;
    }
    return result;
}

std::string cursorError(const json& bubble)
{
    const json& details = memberOf(bubble, "errorDetails");
    const std::string message = textMember(details, "message");
    return message.empty() ? textMember(details, "error") : message;
}

/// Whether Cursor wrote a prompt in the person's name: that the agent shall go on, carry out a plan, or mend an error
/// of which the person asked for a fix.
bool isCursorsPrompt(const json& bubble)
{
    constexpr std::string_view askForFix = "For the code present, we get this error:\n```";
    constexpr std::string_view endOfAsking = "please make it concise.";
    const std::string text = textMember(bubble, "text");
    return memberOf(bubble, "isNudge") == true || memberOf(bubble, "skipRendering") == true
        || memberOf(bubble, "isPlanExecution") == true || (text.starts_with(askForFix) && text.ends_with(endOfAsking));
}

/// Reads one conversation.
class CursorChat
{
public:
    CursorChat(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, const json& head,
               RecordedDetails details)
        : m_limits(limits)
        , m_source(source)
        , m_sink(sink)
        , m_model(textMember(memberOf(head, "modelConfig"), "modelName"))
        , m_isSubAgent(memberOf(head, "subagentInfo").is_object())
        , m_session(source, sink, limits, std::move(details))
    {
        for (const char* key : {"createdAt", "lastSendTime"}) {
            m_time = m_time.empty() ? cursorTime(memberOf(head, key)) : m_time;
        }
        const std::string name = textMember(head, "name");
        m_session.setGivenTitle(name.empty() ? textMember(head, "chatTitle") : name);
    }

    void add(const json& bubble, const SourceLocation& place)
    {
        m_place = place;
        if (const std::string time = cursorTime(memberOf(bubble, "createdAt")); !time.empty()) {
            m_time = time;
        }
        if (const std::string model = textMember(memberOf(bubble, "modelInfo"), "modelName"); !model.empty()) {
            m_model = model;
        }
        if (isOfType(bubble, 1, "user")) {
            endAnswer();
            addPrompt(bubble);
        } else if (isOfType(bubble, 2, "ai")) {
            addAnswer(bubble);
        } else {
            m_sink.reportProblem(errors::problem(
                m_source.name(), place, bubble.is_object() ? RejectReason::UnknownRecord : RejectReason::NotAnObject));
        }
    }
    bool end()
    {
        endAnswer();
        return m_session.end();
    }

private:
    void addPrompt(const json& bubble)
    {
        AnswerSteps steps("user");
        steps.setTime(m_time);
        steps.say(textMember(bubble, "text"));
        for (const char* list : {"images", "selectedImages"}) {
            for (const json& picture : memberOf(bubble, list)) {
                addPicture(picture, steps);
            }
        }
        const bool isPersons = !m_isSubAgent && !isCursorsPrompt(bubble);
        for (auto& [message, notes] : steps.take()) {
            notes.from = isPersons ? std::string() : cursorAgent;
            notes.to = speaker();
            message["role"] = isPersons ? "user" : m_isSubAgent ? "assistant" : "system";
            m_session.add(std::move(message), m_place, std::move(notes));
        }
    }
    void addPicture(const json& picture, AnswerSteps& steps)
    {
        const std::string path = textMember(picture, "path");
        if (path.empty()) {
            return;
        }
        const std::string name = path.substr(path.find_last_of("/\\") + 1);
        json part = mediaPart("image/", path);
        part["image_url"]["filename"] = name;
        steps.addPart(std::move(part));
        m_sink.reportProblem(errors::problem(m_source.name(), m_place, RejectReason::MediaMissing, name));
    }
    void addAnswer(const json& bubble)
    {
        m_answer.setTime(m_time);
        const json& thinking = memberOf(bubble, "thinking");
        m_answer.think(thinking.is_string() ? thinking.get<std::string>() : textMember(thinking, "text"));
        m_answer.say(textMember(bubble, "text"));
        if (const json& use = memberOf(bubble, "toolFormerData"); !textMember(use, "name").empty()) {
            addUse(use);
        }
        const json& tokens = memberOf(bubble, "tokenCount");
        if (auto usage = usageOf({memberOf(tokens, "inputTokens"), memberOf(tokens, "outputTokens"), {}, {}},
                                 textMember(bubble, "modelType").empty() ? m_model : textMember(bubble, "modelType"))) {
            m_usage = sumOf(m_usage, std::move(*usage));
        }
        if (const std::string error = cursorError(bubble); !error.empty()) {
            endAnswer();
            MessageNotes notes;
            notes.from = cursorAgent;
            notes.to = conversation::address::person.str();
            notes.time = m_time;
            m_session.add({{"role", "system"}, {"content", error}}, m_place, std::move(notes));
        }
    }
    /// Calls of one reply come with their results, one after the other.
    void addUse(const json& use)
    {
        const std::string reply = textMember(use, "modelCallId");
        if (reply.empty() || reply != m_reply) {
            m_answer.goOn();
        }
        m_reply = reply;
        const std::string told = textMember(use, "toolCallId");
        const std::string id = told.empty() ? "call_" + std::to_string(++m_made) : told.substr(0, told.find('\n'));
        const std::string name = textMember(use, "name");
        const std::string raw = textMember(use, "rawArgs");
        m_answer.call(id, name, raw.empty() ? textMember(use, "params") : raw);
        const CursorResult result = cursorResult(use, m_limits);
        if (!result.text.empty() || textMember(use, "status") == "completed") {
            m_answer.answer(id, name, result.text, result.hasFailed);
        }
    }
    void endAnswer()
    {
        for (auto& [message, notes] : m_answer.take()) {
            if (textMember(message, "role") == "assistant") {
                notes.from = speaker();
                notes.to = m_isSubAgent && !hasToolCalls(message) ? cursorAgent : std::string();
                notes.usage = std::exchange(m_usage, std::nullopt);
            }
            m_session.add(std::move(message), m_place, std::move(notes));
        }
        m_answer = AnswerSteps("assistant");
    }
    [[nodiscard]] std::string speaker() const { return m_isSubAgent ? "Sub-agent" : cursorAgent; }

    ReadLimits m_limits;
    const ByteSource& m_source;
    SessionSink& m_sink;
    std::string m_model;
    bool m_isSubAgent = false;
    ChatRecordingBuilder m_session;
    SourceLocation m_place;
    std::string m_time;
    std::string m_reply; ///< the last with calls
    AnswerSteps m_answer{"assistant"};
    std::optional<conversation::Usage> m_usage; ///< of the answer
    int m_made = 0;                             ///< ids
};

} // namespace

bool CursorReader::recognises(const JsonShape& shape) const { return shape.has("cursor_chat"); }

Result<std::size_t> CursorReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                       const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    std::int64_t run = 0;
    return records.forEachGood(sink, [&](const json& record, const SourceLocation&) {
        SourceLocation place; // lines that nobody can look up
        place.run = ++run;
        const json& head = memberOf(record, "cursor_chat");
        CursorChat chat(source, sink, limits, head, {"cursor", place, head.is_object() ? head : json::object()});
        const json& bubbles = memberOf(record, "bubbles");
        for (std::size_t i = 0; bubbles.is_array() && i < bubbles.size() && !sink.isStopped(); ++i) {
            place.message = static_cast<std::int64_t>(i) + 1;
            chat.add(bubbles[i], place);
        }
        if (!chat.end() && !sink.isStopped()) {
            place.message = 0;
            sink.reportProblem(errors::problem(source.name(), place, RejectReason::NoMessages));
        }
    });
}

} // namespace quarterdeck::formats
