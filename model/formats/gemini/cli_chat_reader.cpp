#include "model/formats/gemini/cli_chat_reader.h"

#include "model/formats/gemini/cli_messages.h"
#include "model/formats/gemini/record_revisions.h"
#include "model/formats/json/json_shape.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/chat_file.h"

#include <utility>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

void addRecord(ChatRecordingBuilder& session, json record, const SourceLocation& place)
{
    for (auto& [message, notes] : gemini::cliMessagesOf(std::move(record))) {
        session.add(std::move(message), place, std::move(notes));
    }
}

bool isOfSession(const json& record) { return record.is_object() && record.contains("sessionId"); }

/// Two passes: the first finds out what counts, and what is told beside the messages.
Result<std::size_t> readLines(ByteSource& source, SessionSink& sink, const ReadLimits& limits)
{
    gemini::RecordRevisions kept;
    json fields = json::object();
    RecordReader first(source, Layout::Lines, limits);
    auto count = first.forEach([&](const Result<json>& record, const SourceLocation& place) {
        if (record && (isOfSession(*record) || memberOf(*record, "$set").is_object())) {
            fields.update(isOfSession(*record) ? *record : memberOf(*record, "$set"));
            fields.erase("messages");
        }
        if (record) {
            kept.note(*record, place.line);
        }
        return !sink.isStopped();
    });
    if (!count) {
        return count;
    }
    if (const auto back = source.rewind(); !back) {
        return tl::unexpected(back.error());
    }
    ChatRecordingBuilder session(source, sink, limits, {"gemini_cli", {}, std::move(fields)});
    RecordReader second(source, Layout::Lines, limits);
    const auto add = [&](const json& record, const SourceLocation& place) {
        const std::string id = textMember(record, "id");
        if (id.empty() || kept.isKept(id, place.line)) {
            addRecord(session, record, place);
        }
    };
    count = second.forEachGood(sink, [&](const json& record, const SourceLocation& place) {
        for (const json& message : memberOf(memberOf(record, "$set"), "messages")) {
            add(message, place);
        }
        if (!isOfSession(record) && memberOf(record, "$set").is_null() && memberOf(record, "$rewindTo").is_null()) {
            add(record, place);
        }
    });
    if (count) {
        session.end();
    }
    return count;
}

} // namespace

bool GeminiCliReader::recognises(const JsonShape& shape) const
{
    return shape.has("sessionId") && shape.has("projectHash");
}

Result<std::size_t> GeminiCliReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    if (shape.layout == Layout::Lines) {
        return readLines(source, sink, limits);
    }
    return ChatFile(source, sink, limits, kind(), addRecord).readRuns(shape.layout, "messages");
}

} // namespace quarterdeck::formats
