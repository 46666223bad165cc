#include "model/formats/other_systems/langchain_reader.h"

#include "model/formats/json/json_shape.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/chat_file.h"
#include "model/formats/other_systems/chat_message.h"

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

bool areSpeakers(const JsonShape& shape) { return shape.hasTypeOf({"human", "ai", "AIMessageChunk"}); }

/// `{lc, kwargs}`, of which the class tells who speaks, `{type, data}` or `{type, content}`.
bool isMessage(const JsonShape& shape)
{
    const bool isDumped = shape.has("lc") && shape.memberHas("kwargs", "content");
    const bool isPlain = shape.has("type") && !shape.has("role") && areSpeakers(shape);
    return isDumped || (isPlain && (shape.memberHas("data", "content") || shape.has("content")));
}

bool isRun(const JsonShape& shape)
{
    const auto holds = [&](const char* key) { return shape.listHas("messages", key); };
    const bool isPlain = holds("type") && !holds("role") && areSpeakers(shape);
    return (holds("lc") && holds("kwargs")) || (isPlain && (holds("data") || holds("content")));
}

bool isState(const JsonShape& shape) { return shape.memberHas("values", "messages") && areSpeakers(shape); }

void addMessage(ChatRecordingBuilder& session, json message, const SourceLocation& place)
{
    json said = langchain::chatMessageOf(std::move(message));
    MessageNotes notes;
    notes.usage = langchain::usageOf(said);
    session.add(std::move(said), place, std::move(notes));
}

/// `{values: {messages ..}}` as a run.
json runOfState(json state)
{
    if (memberOf(memberOf(state, "values"), "messages").is_array()) {
        state["messages"] = std::move(state["values"]["messages"]);
        state["values"].erase("messages");
    }
    return state;
}

} // namespace

bool LangChainReader::recognises(const JsonShape& shape) const
{
    return isMessage(shape) || isRun(shape) || isState(shape);
}

Result<std::size_t> LangChainReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    ChatFile file(source, sink, limits, kind(), addMessage);
    if (isState(shape)) {
        RecordReader records(source, shape.layout, limits);
        return records.forEachGood(sink, [&](json state, const SourceLocation& place) {
            file.readRun(runOfState(std::move(state)), "messages", place);
        });
    }
    return isRun(shape) ? file.readRuns(shape.layout, "messages") : file.readMessages(shape.layout);
}

} // namespace quarterdeck::formats
