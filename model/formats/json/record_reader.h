#pragma once

#include "formats/session_sink.h"
#include "place.h"
#include "json/json_shape.h"
#include "json/parse_failure.h"

#include <functional>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

/// Whose JSON: Python's has more tokens, see formats/python_json.h.
enum class Dialect { Python, Plain };

/// Goes through the records of a source, one in memory at a time.
class RecordReader
{
public:
    /// A record and where it stands; instead the error's sentence for a line that is no JSON. Where a list or a
    /// document breaks off, or goes on as no JSON, what stands whole before that is handed on, and the sentence says
    /// it. Returns false to stop.
    using OnRecord = std::function<bool(Result<nlohmann::json> record, const Place& place)>;

    RecordReader(ByteSource& source, Layout layout, const ReadLimits& limits, Dialect dialect = Dialect::Python);

    /// How many records there were. Errors: BadInput for what is no JSON, but for those above; Io.
    [[nodiscard]] Result<std::size_t> forEach(const OnRecord& onRecord);
    /// The same until the sink is stopped; what OnRecord gets an error for is a problem of it.
    using OnGoodRecord = std::function<void(nlohmann::json record, const Place& place)>;
    [[nodiscard]] Result<std::size_t> forEachGood(SessionSink& sink, const OnGoodRecord& onRecord);

    /// Of a document that is one object: the elements of that list in it are its records, and `rest` is what there is
    /// of the object beside it. Where it breaks off, the elements before that were handed on.
    [[nodiscard]] Result<std::size_t> forEachIn(const std::string& list, const OnRecord& onElement,
                                                nlohmann::json& rest);

private:
    [[nodiscard]] Result<std::size_t> forEachLine(const OnRecord& onRecord);
    [[nodiscard]] Result<nlohmann::json> parseLine(const std::string& line, std::int64_t number);

    ByteSource& m_source;
    Layout m_layout = Layout::Document;
    ReadLimits m_limits;
    Dialect m_dialect = Dialect::Python;
    ParseFailure m_failure = ParseFailure::None; ///< of the last line that was none
};

} // namespace quarterdeck::formats
