#pragma once

#include "model/conversation/json_value.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <simdjson.h>
#include <stdexcept>
#include <string>
#include <string_view>

/// Where values are read from: one interface for a tree of nlohmann_json and for what simdjson found in a text, which
/// needs no tree and is several times as fast.
namespace quarterdeck::conversation::json {

using Json = nlohmann::json;

/// Says which key could not be read, never what it contained.
class Mismatch : public std::runtime_error
{
public:
    explicit Mismatch(const std::string& what) : std::runtime_error(what) { }
};

class TreeValue
{
public:
    explicit TreeValue(const Json& json) : m_json(&json) { }

    [[nodiscard]] bool isObject() const { return m_json->is_object(); }
    [[nodiscard]] bool isArray() const { return m_json->is_array(); }
    [[nodiscard]] bool isNull() const { return m_json->is_null(); }
    [[nodiscard]] std::optional<TreeValue> member(const char* key) const
    {
        const auto found = m_json->find(key);
        return found == m_json->end() ? std::nullopt : std::optional(TreeValue(*found));
    }
    [[nodiscard]] std::optional<std::string_view> text() const
    {
        return m_json->is_string() ? std::optional<std::string_view>(m_json->get_ref<const std::string&>())
                                   : std::nullopt;
    }
    [[nodiscard]] std::optional<bool> truth() const
    {
        return m_json->is_boolean() ? std::optional(m_json->get<bool>()) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> number() const
    {
        return m_json->is_number() ? std::optional(m_json->get<double>()) : std::nullopt;
    }
    /// Throws Mismatch for a whole number above the signed range, which would wrap.
    [[nodiscard]] std::optional<std::int64_t> whole() const
    {
        if (!m_json->is_number_integer())
            return std::nullopt;
        if (m_json->is_number_unsigned()
            && m_json->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            throw Mismatch("number out of range");
        return m_json->get<std::int64_t>();
    }
    [[nodiscard]] std::size_t size() const { return m_json->size(); }
    template <typename Visit>
    void forEachItem(Visit&& visit) const
    {
        for (const Json& item : *m_json)
            visit(TreeValue(item));
    }
    template <typename Visit>
    void forEachMember(Visit&& visit) const
    {
        for (const auto& [key, value] : m_json->items())
            visit(std::string_view(key), TreeValue(value));
    }
    [[nodiscard]] JsonValue value() const { return JsonValue(*m_json); }

private:
    const Json* m_json;
};

/// Valid until its parser reads something else. If a key occurs twice it yields the first, the tree the last; what this
/// program writes has no duplicates.
class FoundValue
{
public:
    explicit FoundValue(simdjson::dom::element found) : m_found(found) { }

    [[nodiscard]] bool isObject() const { return m_found.is_object(); }
    [[nodiscard]] bool isArray() const { return m_found.is_array(); }
    [[nodiscard]] bool isNull() const { return m_found.is_null(); }
    [[nodiscard]] std::optional<FoundValue> member(const char* key) const
    {
        const auto found = m_found.at_key(key);
        return found.error() != simdjson::SUCCESS ? std::nullopt : std::optional(FoundValue(found.value_unsafe()));
    }
    [[nodiscard]] std::optional<std::string_view> text() const { return valueOf<std::string_view>(); }
    [[nodiscard]] std::optional<bool> truth() const { return valueOf<bool>(); }
    [[nodiscard]] std::optional<double> number() const { return valueOf<double>(); }
    [[nodiscard]] std::optional<std::int64_t> whole() const
    {
        // Checked by type, since a whole number can be read as a double, too.
        const simdjson::dom::element_type type = m_found.type();
        if (type == simdjson::dom::element_type::UINT64)
            throw Mismatch("number out of range"); // only then it is none of the signed
        if (type != simdjson::dom::element_type::INT64)
            return std::nullopt;
        return valueOf<std::int64_t>();
    }
    [[nodiscard]] std::size_t size() const { return m_found.get_array().value_unsafe().size(); }
    template <typename Visit>
    void forEachItem(Visit&& visit) const
    {
        const simdjson::dom::array items = m_found.get_array().value_unsafe();
        for (const simdjson::dom::element item : items)
            visit(FoundValue(item));
    }
    template <typename Visit>
    void forEachMember(Visit&& visit) const
    {
        const simdjson::dom::object members = m_found.get_object().value_unsafe();
        for (const auto& [key, value] : members)
            visit(key, FoundValue(value));
    }
    [[nodiscard]] JsonValue value() const { return JsonValue(tree()); }

private:
    template <typename T>
    [[nodiscard]] std::optional<T> valueOf() const
    {
        const simdjson::simdjson_result<T> value = m_found.get<T>();
        return value.error() != simdjson::SUCCESS ? std::nullopt : std::optional<T>(value.value_unsafe());
    }
    [[nodiscard]] Json tree() const;

    simdjson::dom::element m_found;
};

} // namespace quarterdeck::conversation::json
