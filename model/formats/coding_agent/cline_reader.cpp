#include "model/formats/coding_agent/cline_reader.h"

#include "model/formats/coding_agent/cline_screen.h"
#include "model/formats/coding_agent/cline_task.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"

#include <string_view>
#include <utility>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

/// What the person saw: each has a time, and is either said or asked.
bool isClineScreen(const JsonShape& shape)
{
    return shape.layout == Layout::Array && shape.has("ts") && shape.has("type")
        && (shape.has("say") || shape.has("ask")) && !shape.has("role") && shape.hasTypeOf({"say", "ask"});
}

/// What is told to the model begins with the person's task in tags, and the program's context in others.
bool isClineTask(const JsonShape& shape)
{
    const auto begins = [&](std::string_view mark) { return shape.start.find(mark) != std::string::npos; };
    const bool isTyped = begins("<task>\\n") || begins("<user_message>\\n");
    const bool isClines = begins("<environment_details>") || shape.seenKeys.contains("ts")
        || shape.seenKeys.contains("modelInfo"); // others use such tags in their prompts, too
    return shape.layout == Layout::Array && shape.has("role") && shape.has("content") && isTyped && isClines
        && !shape.hasRoleOf({"system", "developer", "tool", "function"});
}

/// A session of the SDK, which names itself.
bool isClineSession(const JsonShape& shape)
{
    return shape.layout == Layout::Document && shape.has("messages") && shape.has("sessionId") && shape.has("version")
        && shape.has("agent") && shape.listHas("messages", "role");
}

Result<std::size_t> readClineSession(ByteSource& source, SessionSink& sink, const ReadLimits& limits)
{
    ListedDocument document(source, "messages", limits);
    auto fields = document.fields(sink);
    if (!fields) {
        return tl::unexpected(fields.error());
    }
    const bool isSubAgent = textMember(memberOf(*fields, "origin"), "mode") == "subagent";
    ClineTask task(source, sink, limits, isSubAgent ? ClineTask::Form::SubAgent : ClineTask::Form::Session);
    const std::string prompt = textMember(*fields, "system_prompt");
    if (fields->is_object()) {
        fields->erase("system_prompt");
        task.setFields(*fields);
    }
    task.addSystem(prompt);
    auto count =
        document.forEach(sink, [&](const json& message, const SourceLocation& place) { task.add(message, place); });
    if (count && !sink.isStopped()) {
        task.end();
    }
    return count;
}

/// What the file that the person saw tells of the calls: their costs, and in earlier versions their times.
ClineCalls clineCallsBeside(const ByteSource& source, const ReadLimits& limits)
{
    ClineCalls calls;
    if (const auto shown = source.neighbour("ui_messages", limits.maxRecordBytes)) {
        MemorySource beside(shown->name, shown->bytes, source.modified());
        RecordReader records(beside, Layout::Array, limits);
        static_cast<void>(records.forEach([&](const Result<json>& record, const SourceLocation&) {
            if (record) {
                noteClineCall(*record, calls);
            }
            return true;
        }));
    }
    return calls;
}

/// Any list of messages, by what reads one.
template <typename Reading>
Result<std::size_t> readClineList(ByteSource& source, SessionSink& sink, const ReadLimits& limits, Reading& reading)
{
    RecordReader records(source, Layout::Array, limits);
    auto count = records.forEachGood(sink, [&](const json& record, SourceLocation place) {
        std::swap(place.run, place.message); // elements of the list are messages here
        reading.add(record, place);
    });
    if (count && !sink.isStopped()) {
        reading.end();
    }
    return count;
}

} // namespace

bool ClineReader::recognises(const JsonShape& shape) const
{
    return isClineScreen(shape) || isClineTask(shape) || isClineSession(shape);
}

Result<std::size_t> ClineReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                      const ReadLimits& limits) const
{
    if (isClineSession(shape)) {
        return readClineSession(source, sink, limits);
    }
    if (isClineScreen(shape)) {
        ClineScreen screen(source, sink, limits);
        return readClineList(source, sink, limits, screen);
    }
    ClineTask task(source, sink, limits, ClineTask::Form::Task);
    task.setCalls(clineCallsBeside(source, limits));
    return readClineList(source, sink, limits, task);
}

} // namespace quarterdeck::formats
