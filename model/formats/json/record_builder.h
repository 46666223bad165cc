#pragma once

#include "model/formats/json/parse_failure.h"
#include "model/formats/read_limits.h"

#include <functional>
#include <nlohmann/json.hpp>
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

} // namespace quarterdeck::formats
