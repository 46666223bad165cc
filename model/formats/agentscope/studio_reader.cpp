#include "model/formats/agentscope/studio_reader.h"

#include "model/formats/agentscope/agent_scope_recording_builder.h"
#include "model/formats/json/json_shape.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"

#include <optional>

namespace quarterdeck::formats {

using nlohmann::json;

bool StudioReader::recognises(const JsonShape& shape) const
{
    return shape.layout != Layout::Array && shape.has("studio_run");
}

Result<std::size_t> StudioReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                       const ReadLimits& limits) const
{
    std::optional<AgentScopeRecordingBuilder> run;
    std::int64_t runs = 0;
    SourceLocation place;
    const auto end = [&] {
        if (run) {
            run->end(); // a run in which nobody spoke is no session
        }
    };
    RecordReader records(source, Layout::Lines, limits);
    auto count = records.forEachGood(sink, [&](const json& record, const SourceLocation&) {
        if (record.contains("studio_message") && run) {
            ++place.message;
            place.row = textMember(record, "id");
            json msg = record["studio_message"];
            if (msg.is_object() && record.contains("id")) {
                msg["id"] = record["id"];
            }
            const json& reply = memberOf(record, "reply");
            run->add(msg, reply.is_null() ? json() : json::array({reply}), place);
        } else if (record.contains("studio_run")) {
            end();
            place = {};
            place.run = ++runs;
            run.emplace(source, sink, limits, RecordedDetails{"agentscope_studio", place, record["studio_run"]});
        }
    });
    if (count && !sink.isStopped()) {
        end();
    }
    return count;
}

} // namespace quarterdeck::formats
