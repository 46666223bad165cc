#include "model/formats/coding_agent/copilot_reader.h"

#include "model/formats/coding_agent/copilot_transcript.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/record_reader.h"

#include <utility>

namespace quarterdeck::formats {

using nlohmann::json;

bool CopilotReader::recognises(const JsonShape& shape) const
{
    return shape.layout != Layout::Array && shape.has("type") && shape.has("data") && shape.has("id")
        && shape.has("parentId") && shape.has("timestamp")
        && shape.hasTypeOf({"session.start", "session.resume", "user.message", "assistant.message"});
}

/// Two passes: the first finds out what was taken back.
Result<std::size_t> CopilotReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                        const ReadLimits& limits) const
{
    CopilotSurvey survey;
    RecordReader first(source, Layout::Lines, limits);
    auto count = first.lookThrough(
        sink, [&](const json& event, const SourceLocation& place) { survey.note(event, place.line); });
    if (!count) {
        return count;
    }
    CopilotTranscript transcript(source, sink, limits, std::move(survey));
    RecordReader second(source, Layout::Lines, limits);
    count =
        second.forEachGood(sink, [&](const json& event, const SourceLocation& place) { transcript.add(event, place); });
    if (count) {
        transcript.end();
    }
    return count;
}

} // namespace quarterdeck::formats
