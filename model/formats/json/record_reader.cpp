#include "json/record_reader.h"

#include "formats/python_json.h"
#include "sentences.h"
#include "json/line_parser.h"
#include "json/record_builder.h"
#include "json/source_buffer.h"

#include <istream>

namespace quarterdeck::formats {

using nlohmann::json;

RecordReader::RecordReader(ByteSource& source, Layout layout, const ReadLimits& limits, Dialect dialect)
    : m_source(source)
    , m_layout(layout)
    , m_limits(limits)
    , m_dialect(dialect)
{ }

Result<std::size_t> RecordReader::forEach(const OnRecord& onRecord)
{
    if (m_layout == Layout::Lines) {
        return forEachLine(onRecord);
    }
    SourceBuffer buffer(m_source, m_limits.maxRecordBytes);
    if (m_dialect == Dialect::Python) {
        buffer.beginPython();
    }
    std::istream stream(&buffer);
    std::size_t count = 0;
    RecordBuilder builder(m_layout == Layout::Array, m_limits, [&](json record) {
        Place place;
        place.run = m_layout == Layout::Array ? static_cast<std::int64_t>(count) + 1 : 0;
        ++count;
        buffer.beginRecord();
        return onRecord(std::move(record), place);
    });
    const bool isWhole = json::sax_parse(stream, &builder);
    if (!isWhole && !builder.isStopped()) {
        return tl::unexpected(errorOf(builder.failure(), buffer, m_source.name(), m_limits, builder.detail()));
    }
    return count;
}

Result<std::size_t> RecordReader::forEachGood(SessionSink& sink, const OnGoodRecord& onRecord)
{
    return forEach([&](Result<json> record, const Place& place) {
        if (record) {
            onRecord(std::move(*record), place);
        } else if (m_failure == ParseFailure::Syntax) {
            sink.problem(sentences::problem(m_source.name(), place, sentences::Reason::NotJson));
        } else {
            sink.problem({m_source.name(), sentences::placeText(place), record.error().sentence});
        }
        return !sink.isStopped();
    });
}

Result<std::size_t> RecordReader::forEachLine(const OnRecord& onRecord)
{
    SourceBuffer buffer(m_source, m_limits.maxRecordBytes);
    LineParser parser(m_limits, m_dialect == Dialect::Python);
    Place place;
    std::size_t count = 0;
    for (std::string line; buffer.readLine(line);) {
        ++place.line;
        if (line.find_first_not_of(" \t\r") == std::string::npos) {
            continue;
        }
        ++count;
        std::optional<json> record = parser.parse(line);
        if (!onRecord(record ? std::move(*record) : parseLine(line, place.line), place)) {
            return count;
        }
    }
    if (buffer.failure()) {
        return tl::unexpected(*buffer.failure());
    }
    if (buffer.isOverLimit()) {
        return tl::unexpected(sentences::tooLarge(m_source.name(), place.line + 1));
    }
    return count;
}

/// What was not taken at once: it is wrong, and the sentence says why, or it is rare.
Result<json> RecordReader::parseLine(const std::string& line, std::int64_t number)
{
    if (m_dialect == Dialect::Python) {
        if (auto read = python_json::parse(line, m_limits)) {
            return std::move(*read);
        }
    }
    json parsed;
    RecordBuilder builder(false, m_limits, [&](json record) {
        parsed = std::move(record);
        return true;
    });
    if (json::sax_parse(line, &builder)) {
        return parsed;
    }
    m_failure = builder.failure();
    switch (m_failure) {
    case ParseFailure::TooDeep:
        return tl::unexpected(sentences::tooDeep(m_source.name(), number, m_limits.maxDepth));
    case ParseFailure::TooManyValues:
        return tl::unexpected(sentences::tooLarge(m_source.name(), number));
    case ParseFailure::NumberTooLarge:
        return tl::unexpected(sentences::numberTooLarge(m_source.name(), number));
    default:
        return tl::unexpected(sentences::notJson(m_source.name(), number, builder.detail()));
    }
}

} // namespace quarterdeck::formats
