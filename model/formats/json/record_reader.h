#pragma once

#include "model/formats/json/json_source.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// Builds JSON values within limits and passes on each finished record: the value itself, each element of a top-level
/// list, or each element of a list that is a member of a top-level object.
class RecordBuilder final : public nlohmann::json::json_sax_t
{
public:
    /// Returns false to stop.
    using OnRecord = std::function<bool(nlohmann::json record)>;

    RecordBuilder(bool areElements, const ReadLimits& limits, OnRecord onRecord);
    /// Passes on elements of the list with that name; the object without it is kept.
    RecordBuilder(std::string list, const ReadLimits& limits, OnRecord onElement);

    [[nodiscard]] ParseFailure failure() const { return m_failure; }
    [[nodiscard]] const std::string& detail() const { return m_detail; }
    [[nodiscard]] bool isStopped() const { return m_isStopped; }
    /// What there is of a record that breaks off, without the element in which it does so; empty if no list of it has
    /// begun. Ends the builder.
    [[nodiscard]] std::optional<nlohmann::json> takeBegun();

    /// What there is of the object beside its list. Ends the builder.
    [[nodiscard]] nlohmann::json takeRest();

    bool null() override;
    bool boolean(bool value) override;
    bool number_integer(number_integer_t value) override;
    bool number_unsigned(number_unsigned_t value) override;
    bool number_float(number_float_t value, const string_t& text) override;
    bool string(string_t& value) override;
    bool binary(binary_t& value) override;
    bool start_object(std::size_t count) override;
    bool key(string_t& value) override;
    bool end_object() override;
    bool start_array(std::size_t count) override;
    bool end_array() override;
    bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override;

private:
    bool add(nlohmann::json value);
    bool open(nlohmann::json container);
    bool close();
    bool finish();
    nlohmann::json* place(nlohmann::json value);

    ReadLimits m_limits;
    OnRecord m_onRecord;
    bool m_areElements = false;
    std::string m_list; ///< empty = none wanted
    bool m_isInTopList = false;
    bool m_isInList = false;
    nlohmann::json m_rest; ///< of the object, while its list is traversed
    bool m_isStopped = false;
    ParseFailure m_failure = ParseFailure::None;
    std::string m_detail;
    nlohmann::json m_record;
    std::vector<nlohmann::json*> m_open; ///< containers from the record down to the innermost
    std::string m_key;
    std::int64_t m_values = 0;
};

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
    /// A first look, before the records are read: passes over what OnRecord would get as an error. The source is then
    /// at its first byte again.
    [[nodiscard]] Result<std::size_t> lookThrough(const SessionSink& sink, const OnGoodRecord& onRecord);

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

/// A document that is one object around a long list, which is never held in memory: one pass reads what is beside the
/// list, a second one its elements.
class ListedDocument
{
public:
    /// The source must be at its first byte.
    ListedDocument(ByteSource& source, std::string list, const ReadLimits& limits);

    /// What is beside the list, before or after it; null if the list has no elements. The source is then at its first
    /// byte again. Errors: as RecordReader::forEach.
    [[nodiscard]] Result<nlohmann::json> fields(const SessionSink& sink);
    /// Then its elements, as RecordReader::forEachGood.
    [[nodiscard]] Result<std::size_t> forEach(SessionSink& sink, const RecordReader::OnGoodRecord& onElement);

private:
    ByteSource& m_source;
    std::string m_list;
    ReadLimits m_limits;
};

} // namespace quarterdeck::formats
