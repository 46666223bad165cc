#include "model/formats/json/record_builder.h"

#include <algorithm>
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

} // namespace quarterdeck::formats
