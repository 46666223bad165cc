#include "langchain/langchain_reader.h"

#include "langchain/chat_message.h"
#include "openai/chat_session.h"
#include "sentences.h"
#include "json/json_shape.h"
#include "json/json_text.h"
#include "json/record_reader.h"

namespace quarterdeck::formats {

using nlohmann::json;
using sentences::Reason;

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

void readRun(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json run, Place place)
{
    if (!run.is_object()) {
        return sink.problem(sentences::problem(source.name(), place, Reason::NotAnObject));
    }
    json& holder = memberOf(run, "values").is_object() ? run["values"] : run;
    json messages = holder.value("messages", json());
    if (!messages.is_array() || messages.empty()) {
        const Reason reason = messages.is_array() ? Reason::NoMessages : Reason::NoMessageList;
        return sink.problem(sentences::problem(source.name(), place, reason));
    }
    holder.erase("messages");
    ChatSession session(source, sink, limits, {"langchain", place, std::move(run)});
    for (json& message : messages) {
        if (sink.isStopped()) {
            return;
        }
        ++place.message;
        session.add(langchain::chatMessageOf(std::move(message)), place);
    }
    session.end();
}

} // namespace

bool LangChainReader::recognises(const JsonShape& shape) const
{
    return isMessage(shape) || isRun(shape) || isState(shape);
}

Result<std::size_t> LangChainReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    if (isRun(shape) || isState(shape)) {
        return records.forEachGood(
            sink, [&](json record, const Place& place) { readRun(source, sink, limits, std::move(record), place); });
    }
    ChatSession session(source, sink, limits, {"langchain", {}, json::object()});
    auto count = records.forEachGood(sink, [&](json record, Place place) {
        std::swap(place.run, place.message); // elements of the list are messages here
        session.add(langchain::chatMessageOf(std::move(record)), place);
    });
    if (count) {
        session.end();
    }
    return count;
}

} // namespace quarterdeck::formats
