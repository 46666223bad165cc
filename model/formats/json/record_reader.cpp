#include "model/formats/json/record_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <algorithm>
#include <istream>
#include <iterator>
#include <utility>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

/// Whether any of its members is a list of objects or of lists. No deeper than the builder goes.
bool holdsList(const json& object)
{
    return std::ranges::any_of(object, [](const json& member) {
        return member.is_object() ? holdsList(member)
                                  : member.is_array() && !member.empty() && member.front().is_structured();
    });
}

} // namespace

RecordBuilder::RecordBuilder(bool areElements, const ReadLimits& limits, OnRecord onRecord)
    : m_limits(limits)
    , m_onRecord(std::move(onRecord))
    , m_areElements(areElements)
{ }

RecordBuilder::RecordBuilder(std::string list, const ReadLimits& limits, OnRecord onElement)
    : m_limits(limits)
    , m_onRecord(std::move(onElement))
    , m_list(std::move(list))
{ }

bool RecordBuilder::null() { return add(nullptr); }
bool RecordBuilder::boolean(bool value) { return add(value); }
bool RecordBuilder::number_integer(number_integer_t value) { return add(value); }
bool RecordBuilder::number_unsigned(number_unsigned_t value) { return add(value); }
bool RecordBuilder::number_float(number_float_t value, const string_t&) { return add(value); }
bool RecordBuilder::string(string_t& value) { return add(std::move(value)); }
bool RecordBuilder::binary(binary_t&) { return add(nullptr); } // never in text
bool RecordBuilder::start_object(std::size_t) { return open(json::object()); }

bool RecordBuilder::key(string_t& value)
{
    m_key = std::move(value);
    return true;
}

bool RecordBuilder::end_object() { return close(); }

bool RecordBuilder::start_array(std::size_t)
{
    if (m_areElements && !m_isInTopList) {
        m_isInTopList = true;
        return true;
    }
    if (!m_list.empty() && !m_isInList && m_open.size() == 1 && m_key == m_list) {
        m_isInList = true;
        m_rest = std::move(m_record);
        m_open.clear();
        return true;
    }
    return open(json::array());
}

bool RecordBuilder::end_array()
{
    if (!m_open.empty()) {
        return close();
    }
    if (std::exchange(m_isInList, false)) {
        m_record = std::move(m_rest);
        m_open.push_back(&m_record);
    }
    m_isInTopList = false;
    return true;
}

bool RecordBuilder::parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error)
{
    m_failure = failureOf(error);
    m_detail = error.what();
    return false;
}

bool RecordBuilder::add(json value)
{
    if (++m_values > m_limits.maxValuesPerRecord) {
        m_failure = ParseFailure::TooManyValues;
        return false;
    }
    place(std::move(value));
    return !m_open.empty() || finish();
}

bool RecordBuilder::open(json container)
{
    constexpr std::size_t levelsOfList = 2; // the object and its list are not among what is open
    if (static_cast<std::int64_t>(m_open.size() + (m_isInList ? levelsOfList : 0)) >= m_limits.maxDepth) {
        m_failure = ParseFailure::TooDeep;
        return false;
    }
    if (++m_values > m_limits.maxValuesPerRecord) {
        m_failure = ParseFailure::TooManyValues;
        return false;
    }
    m_open.push_back(place(std::move(container)));
    return true;
}

bool RecordBuilder::close()
{
    m_open.pop_back();
    return !m_open.empty() || finish();
}

bool RecordBuilder::finish()
{
    m_values = 0;
    if (!m_list.empty() && !m_isInList) {
        return true;
    }
    m_isStopped = !m_onRecord(std::move(m_record));
    m_record = nullptr;
    return !m_isStopped;
}

std::optional<json> RecordBuilder::takeBegun()
{
    const auto list = std::ranges::find_if(m_open, [](const json* one) { return one->is_array(); });
    if (list != m_open.end() && std::next(list) != m_open.end()) {
        (*list)->erase((*list)->size() - 1);
    }
    m_open.clear();
    return m_record.is_object() && holdsList(m_record) ? std::optional(std::move(m_record)) : std::nullopt;
}

json RecordBuilder::takeRest()
{
    m_open.clear();
    return std::move(m_isInList ? m_rest : m_record);
}

json* RecordBuilder::place(json value)
{
    if (m_open.empty()) {
        m_record = std::move(value);
        return &m_record;
    }
    json& parent = *m_open.back();
    if (parent.is_array()) {
        parent.push_back(std::move(value));
        return &parent.back();
    }
    json& member = parent[m_key];
    member = std::move(value);
    return &member;
}

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

Result<std::size_t> RecordReader::lookThrough(const SessionSink& sink, const OnGoodRecord& onRecord)
{
    auto count = forEach([&](Result<json> record, const SourceLocation& place) {
        if (record) {
            onRecord(std::move(*record), place);
        }
        return !sink.isStopped();
    });
    return count ? m_source.rewind() : count;
}

Result<std::size_t> RecordReader::forEachLine(const OnRecord& onRecord)
{
    SourceBuffer buffer(m_source, m_limits.maxRecordBytes);
    LineParser parser(m_limits, m_dialect == Dialect::Python);
    SourceLocation place;
    std::size_t count = 0;
    for (std::string line; buffer.readLine(line) || buffer.isOverLimit();) {
        ++place.line;
        if (buffer.isOverLimit()) { // that line is lost, and no other
            line.clear();
            line.shrink_to_fit();
            m_failure = ParseFailure::None;
            const bool isSkipped = buffer.skipLine();
            if (!onRecord(tl::unexpected(errors::tooLarge(m_source.name(), place.line, m_limits)), place)) {
                return count;
            }
            if (!isSkipped) {
                break;
            }
            continue;
        }
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

ListedDocument::ListedDocument(ByteSource& source, std::string list, const ReadLimits& limits)
    : m_source(source)
    , m_list(std::move(list))
    , m_limits(limits)
{ }

Result<json> ListedDocument::fields(const SessionSink& sink)
{
    RecordReader records(m_source, Layout::Document, m_limits);
    json rest;
    const auto goOn = [&](const Result<json>&, const SourceLocation&) { return !sink.isStopped(); };
    const auto count = records.forEachIn(m_list, goOn, rest);
    if (!count) {
        return tl::unexpected(count.error());
    }
    if (const auto back = m_source.rewind(); !back) {
        return tl::unexpected(back.error());
    }
    return *count == 0 ? json() : rest;
}

Result<std::size_t> ListedDocument::forEach(SessionSink& sink, const RecordReader::OnGoodRecord& onElement)
{
    RecordReader records(m_source, Layout::Document, m_limits);
    json rest;
    const auto take = [&](Result<json> element, const SourceLocation& place) {
        if (element) {
            onElement(std::move(*element), place);
        } else {
            sink.reportProblem({m_source.name(), errors::placeText(place), element.error().sentence});
        }
        return !sink.isStopped();
    };
    return records.forEachIn(m_list, take, rest);
}

} // namespace quarterdeck::formats
