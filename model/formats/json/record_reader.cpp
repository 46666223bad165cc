#include "model/formats/json/record_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/line_parser.h"
#include "model/formats/json/python_json.h"
#include "model/formats/json/record_builder.h"
#include "model/formats/json/source_buffer.h"

#include <istream>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

bool isTooLarge(ParseFailure failure, const SourceBuffer& buffer)
{
    return !buffer.failure() && (buffer.isOverLimit() || failure == ParseFailure::TooManyValues);
}

/// A download that broke off, a program that ended while writing, an element edited by hand: what came before is still
/// good. Exceeding our own limits is none of these.
bool isBroken(ParseFailure failure, const SourceBuffer& buffer)
{
    const bool isOfText = failure == ParseFailure::Syntax || failure == ParseFailure::NotUtf8;
    return isOfText && !buffer.failure() && !buffer.isOverLimit();
}

/// The sentence for that, if something came before.
conversation::Error brokenOff(ParseFailure failure, const SourceBuffer& buffer, const std::string& file)
{
    return buffer.isAtEnd()                ? errors::incomplete(file, buffer.line())
        : failure == ParseFailure::NotUtf8 ? errors::notUtf8FromHere(file, buffer.line())
                                           : errors::notJsonFromHere(file, buffer.line());
}

} // namespace

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
    const auto handOn = [&](json record) {
        SourceLocation place;
        place.run = m_layout == Layout::Array ? static_cast<std::int64_t>(count) + 1 : 0;
        ++count;
        buffer.beginRecord();
        return onRecord(std::move(record), place);
    };
    RecordBuilder builder(m_layout == Layout::Array, m_limits, handOn);
    const bool isWhole = json::sax_parse(stream, &builder);
    if (!isWhole && !builder.isStopped()) {
        if (m_layout == Layout::Document && isTooLarge(builder.failure(), buffer)) {
            return tl::unexpected(errors::tooLargeAsAWhole(m_source.name(), m_limits));
        }
        const bool keepsBegun = isBroken(builder.failure(), buffer);
        std::optional<json> begun = keepsBegun && count == 0 ? builder.takeBegun() : std::nullopt;
        if (!keepsBegun || (count == 0 && !begun)) {
            return tl::unexpected(errorOf(builder.failure(), buffer, m_source.name(), m_limits, builder.detail()));
        }
        SourceLocation place;
        place.line = buffer.line();
        if (onRecord(tl::unexpected(brokenOff(builder.failure(), buffer, m_source.name())), place) && begun) {
            handOn(std::move(*begun));
        }
    }
    return count;
}

Result<std::size_t> RecordReader::forEachIn(const std::string& list, const OnRecord& onElement, json& rest)
{
    SourceBuffer buffer(m_source, m_limits.maxRecordBytes);
    if (m_dialect == Dialect::Python) {
        buffer.beginPython();
    }
    std::istream stream(&buffer);
    SourceLocation place;
    RecordBuilder builder(list, m_limits, [&](json record) {
        ++place.message;
        buffer.beginRecord();
        return onElement(std::move(record), place);
    });
    if (!json::sax_parse(stream, &builder) && !builder.isStopped()) {
        if (place.message == 0 || !isBroken(builder.failure(), buffer)) {
            return tl::unexpected(errorOf(builder.failure(), buffer, m_source.name(), m_limits, builder.detail()));
        }
        SourceLocation end;
        end.line = buffer.line();
        (void)onElement(tl::unexpected(brokenOff(builder.failure(), buffer, m_source.name())), end);
    }
    rest = builder.takeRest();
    return static_cast<std::size_t>(place.message);
}

Result<std::size_t> RecordReader::forEachGood(SessionSink& sink, const OnGoodRecord& onRecord)
{
    return forEach([&](Result<json> record, const SourceLocation& place) {
        if (record) {
            onRecord(std::move(*record), place);
        } else if (m_failure == ParseFailure::Syntax) {
            sink.reportProblem(errors::problem(m_source.name(), place, errors::RejectReason::NotJson));
        } else {
            sink.reportProblem({m_source.name(), errors::placeText(place), record.error().sentence});
        }
        return !sink.isStopped();
    });
}

Result<std::size_t> RecordReader::forEachLine(const OnRecord& onRecord)
{
    SourceBuffer buffer(m_source, m_limits.maxRecordBytes);
    LineParser parser(m_limits, m_dialect == Dialect::Python);
    SourceLocation place;
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
        return tl::unexpected(errors::tooLarge(m_source.name(), place.line + 1, m_limits));
    }
    return count;
}

/// For a line that was not accepted at once: either it is wrong, and the sentence says why, or it is merely unusual.
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
        return tl::unexpected(errors::tooDeep(m_source.name(), number, m_limits.maxDepth));
    case ParseFailure::TooManyValues:
        return tl::unexpected(errors::tooLarge(m_source.name(), number, m_limits));
    case ParseFailure::NumberTooLarge:
        return tl::unexpected(errors::numberTooLarge(m_source.name(), number));
    case ParseFailure::NotUtf8:
        return tl::unexpected(errors::notUtf8(m_source.name(), number));
    default:
        return tl::unexpected(errors::notJson(m_source.name(), number, builder.detail()));
    }
}

} // namespace quarterdeck::formats
