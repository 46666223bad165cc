#include "model/formats/gemini/studio_prompt_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/gemini/gemini_reader.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/recording/recording_builder.h"

#include <utility>

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

/// A chunk as parts of a content.
json partsOfChunk(json chunk)
{
    if (!chunk.is_object()) {
        return json::array({std::move(chunk)});
    }
    if (const std::string text = textMember(chunk, "text"); !text.empty()) {
        return json::array({json{{"text", text}, {"thought", memberOf(chunk, "isThought") == true}}});
    }
    for (const char* key : {"inlineData", "inlineImage", "inlineAudio", "inlineVideo", "inlineFile"}) {
        if (const json& data = memberOf(chunk, key); data.is_object()) {
            return json::array({json{{"inlineData", data}}});
        }
    }
    if (const std::string failure = textMember(chunk, "errorMessage"); !failure.empty()) {
        return json::array({json{{"text", failure}}});
    }
    if (memberOf(chunk, "parts").is_array()) {
        return std::move(chunk["parts"]);
    }
    for (const char* key : {"role", "text", "tokenCount", "finishReason", "createTime", "isThought", "safetyRatings"}) {
        chunk.erase(key);
    }
    return chunk.empty() ? json::array() : json::array({std::move(chunk)}); // a call, or a file in the cloud
}

/// Chunks of one speaker, one after the other, which are one answer with its thoughts.
class SaidTogether
{
public:
    SaidTogether(ChatRecordingBuilder& session, std::string model) : m_session(session), m_model(std::move(model)) { }

    void add(const json& chunk, const SourceLocation& place)
    {
        const std::string role = textMember(chunk, "role");
        if (role != m_role) {
            end();
        }
        m_role = role;
        m_place = m_parts.empty() ? place : m_place;
        m_time = m_time.empty() ? textMember(chunk, "createTime") : m_time;
        const json& number = memberOf(chunk, "tokenCount");
        const double tokens = number.is_number() ? number.get<double>() : 0;
        m_tokens += tokens;
        m_thoughts += memberOf(chunk, "isThought") == true ? tokens : 0;
        for (json& part : partsOfChunk(chunk)) {
            m_parts.push_back(std::move(part));
        }
    }
    void end()
    {
        MessageNotes notes;
        notes.time = std::exchange(m_time, {});
        if (m_role == "model") {
            notes.usage = usageOf({0, m_tokens, 0, m_thoughts}, m_model);
        }
        m_tokens = m_thoughts = 0;
        for (json& message : gemini::messagesOf({{"role", m_role}, {"parts", std::exchange(m_parts, json::array())}})) {
            m_session.add(std::move(message), m_place, notes);
            notes.usage.reset();
        }
    }

private:
    ChatRecordingBuilder& m_session;
    std::string m_model;
    std::string m_role;
    std::string m_time;
    SourceLocation m_place;
    json m_parts = json::array();
    double m_tokens = 0;
    double m_thoughts = 0;
};

std::string instructionsIn(const json& prompt)
{
    const json& given = memberOf(prompt, "systemInstruction");
    std::string text = textMember(given, "text");
    for (const json& part : memberOf(given, "parts")) {
        text += (text.empty() ? "" : "\n") + textMember(part, "text");
    }
    return text;
}

void readPrompt(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json prompt,
                SourceLocation place)
{
    const json chunks = memberOf(memberOf(prompt, "chunkedPrompt"), "chunks");
    if (!chunks.is_array() || chunks.empty()) {
        const RejectReason reason = !prompt.is_object() ? RejectReason::NotAnObject
            : chunks.is_array()                         ? RejectReason::NoMessages
                                                        : RejectReason::NoMessageList;
        return sink.reportProblem(errors::problem(source.name(), place, reason));
    }
    prompt["chunkedPrompt"].erase("chunks");
    const std::string instructions = instructionsIn(prompt);
    const std::string model = textMember(memberOf(prompt, "runSettings"), "model");
    ChatRecordingBuilder session(source, sink, limits, {"ai_studio", place, std::move(prompt)});
    if (!instructions.empty()) {
        session.add({{"role", "system"}, {"content", instructions}}, place);
    }
    SaidTogether said(session, model);
    for (const json& chunk : chunks) {
        if (sink.isStopped()) {
            return;
        }
        ++place.message;
        said.add(chunk, place);
    }
    said.end();
    if (!session.end()) {
        sink.reportProblem(errors::problem(source.name(), {}, RejectReason::NoMessages));
    }
}

} // namespace

bool StudioPromptReader::recognises(const JsonShape& shape) const { return shape.memberHas("chunkedPrompt", "chunks"); }

Result<std::size_t> StudioPromptReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                             const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(sink, [&](json record, const SourceLocation& place) {
        readPrompt(source, sink, limits, std::move(record), place);
    });
}

} // namespace quarterdeck::formats
