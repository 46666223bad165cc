#include "model/formats/other_systems/who_and_when_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_shape.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/other_systems/who_and_when_recording_builder.h"

namespace quarterdeck::formats {

bool WhoAndWhenReader::recognises(const JsonShape& shape) const
{
    return shape.listHas("history", "role") && shape.listHas("history", "content");
}

Result<std::size_t> WhoAndWhenReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(sink, [&](const nlohmann::json& record, const SourceLocation& place) {
        WhoAndWhenRecordingBuilder(source, sink, limits, place).read(record);
    });
}

} // namespace quarterdeck::formats
