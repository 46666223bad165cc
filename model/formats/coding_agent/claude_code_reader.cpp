#include "model/formats/coding_agent/claude_code_reader.h"

#include "model/formats/coding_agent/claude_code_survey.h"
#include "model/formats/coding_agent/claude_code_transcript.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"

#include <utility>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

/// Converts a record that `--output-format stream-json` printed. It has other names for the same, and names a sub-agent
/// by the id of the tool call that started it.
json asTranscript(json record)
{
    const std::string session = textMember(record, "session_id");
    if (session.empty() || record.contains("sessionId")) {
        return record;
    }
    record["sessionId"] = session;
    record.erase("session_id");
    record["isPrinted"] = true;
    if (textMember(record, "type") == "assistant" && memberOf(record, "error").is_string()) {
        record["isApiErrorMessage"] = true;
    }
    if (const std::string call = textMember(record, "parent_tool_use_id"); !call.empty()) {
        record["isSidechain"] = true;
        record["agentId"] = call;
    }
    return record;
}

/// Looks through a transcript before it is read. The source is then at its first byte again.
Result<claude_code::Survey> survey(ByteSource& source, const SessionSink& sink, const ReadLimits& limits)
{
    claude_code::Survey survey;
    RecordReader records(source, Layout::Lines, limits);
    const auto count = records.lookThrough(sink, [&](const json& record, const SourceLocation& place) {
        if (record.is_object()) {
            survey.note(record, place.line);
        }
    });
    if (!count) {
        return tl::unexpected(count.error());
    }
    survey.finish();
    return survey;
}

} // namespace

bool ClaudeCodeReader::recognises(const JsonShape& shape) const
{
    const auto seen = [&](const char* key) { return shape.seenKeys.contains(key); };
    const auto message = shape.any.memberKeys.find("message");
    const bool isPrinted = seen("session_id") && message != shape.any.memberKeys.end()
        && message->second.contains("role") && shape.hasTypeOf({"assistant", "user"});
    const bool isTranscript =
        (seen("sessionId") && seen("uuid") && seen("message")) || (seen("leafUuid") && seen("summary"));
    const bool isResult = shape.has("session_id") && shape.has("result") && shape.has("is_error");
    return seen("type") && (isPrinted || isResult || (isTranscript && shape.layout != Layout::Array));
}

Result<std::size_t> ClaudeCodeReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const
{
    // A result alone may take several lines.
    const bool isOneResult = shape.layout == Layout::Document && shape.has("result");
    const Layout layout = shape.layout == Layout::Array || isOneResult ? shape.layout : Layout::Lines;
    auto known = layout == Layout::Lines ? survey(source, sink, limits) : claude_code::Survey();
    if (!known) {
        return tl::unexpected(known.error());
    }
    claude_code::Transcript transcript(source, sink, limits, *known);
    RecordReader records(source, layout, limits);
    auto count = records.forEachGood(sink, [&](json record, SourceLocation place) {
        std::swap(place.run, place.message); // elements of a list are messages here
        transcript.add(asTranscript(std::move(record)), place);
    });
    if (count) {
        transcript.end();
    }
    return count;
}

} // namespace quarterdeck::formats
