#pragma once

#include "model/formats/json/json_shape.h"
#include "model/formats/json/parse_failure.h"
#include "model/formats/session_sink.h"
#include "model/formats/source_location.h"

#include <functional>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

/// Whose JSON: Python's has more tokens, see model/formats/json/python_json.h.
enum class Dialect { Python, Plain };

/// Goes through a source's records, with one in memory at a time.
class RecordReader
{
public:
    /// A record and its place; or the error sentence for a line that is not JSON. If a list or a document breaks off,
    /// or becomes invalid, its complete elements before that are passed on, and the sentence says so. Returns false to
    /// stop.
    using OnRecord = std::function<bool(Result<nlohmann::json> record, const SourceLocation& place)>;

    RecordReader(ByteSource& source, Layout layout, const ReadLimits& limits, Dialect dialect = Dialect::Python);

    /// The number of records. Errors: BadInput for invalid JSON, except as above; Io.
    [[nodiscard]] Result<std::size_t> forEach(const OnRecord& onRecord);
    /// The same until the sink is stopped; what OnRecord would get as an error becomes a problem of the sink.
    using OnGoodRecord = std::function<void(nlohmann::json record, const SourceLocation& place)>;
    [[nodiscard]] Result<std::size_t> forEachGood(SessionSink& sink, const OnGoodRecord& onRecord);

    /// For a document that is one object: its records are the elements of the named list, and `rest` is the object
    /// without it. If it breaks off, the elements before that were passed on.
    [[nodiscard]] Result<std::size_t> forEachIn(const std::string& list, const OnRecord& onElement,
                                                nlohmann::json& rest);

private:
    [[nodiscard]] Result<std::size_t> forEachLine(const OnRecord& onRecord);
    [[nodiscard]] Result<nlohmann::json> parseLine(const std::string& line, std::int64_t number);

    ByteSource& m_source;
    Layout m_layout = Layout::Document;
    ReadLimits m_limits;
    Dialect m_dialect = Dialect::Python;
    ParseFailure m_failure = ParseFailure::None; ///< of the last line that failed
};

} // namespace quarterdeck::formats
