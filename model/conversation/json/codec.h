#pragma once

#include "model/conversation/json/enum_names.h"
#include "model/conversation/json_value.h"

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::conversation::json {

/// Where values are read from: one interface for a tree of nlohmann_json and for what simdjson found in a text, which
/// needs no tree and is several times as fast.

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

/// One description per struct (`describe`, in fields.h) serves both directions, so what is written can be read by
/// construction. Only this folder's library calls throw on reading; the public functions turn that into an Error.

template <typename T>
struct Type
{ };

template <typename T>
Json encode(const T& value);
template <typename Source, typename T>
void decode(const Source& from, T& value);

template <typename T>
class Writer
{
public:
    explicit Writer(const T& value) : m_value(value) { }
    /// Left out if it has the default value.
    template <typename Member>
    Writer& field(const char* key, Member T::*member)
    {
        static const T defaults{};
        if (!(m_value.*member == defaults.*member)) {
            m_json[key] = encode(m_value.*member);
        }
        return *this;
    }
    template <typename Member>
    Writer& required(const char* key, Member T::*member)
    {
        m_json[key] = encode(m_value.*member);
        return *this;
    }
    [[nodiscard]] Json take() { return std::move(m_json); }

private:
    const T& m_value;
    Json m_json = Json::object();
};

template <typename Source, typename T>
class Reader
{
public:
    Reader(const Source& from, T& value) : m_from(from), m_value(value)
    {
        if (!from.isObject()) {
            throw Mismatch("not an object");
        }
    }
    template <typename Member>
    Reader& field(const char* key, Member T::*member)
    {
        if (const std::optional<Source> found = m_from.member(key)) {
            read(key, *found, m_value.*member);
        }
        return *this;
    }
    template <typename Member>
    Reader& required(const char* key, Member T::*member)
    {
        const std::optional<Source> found = m_from.member(key);
        if (!found) {
            throw Mismatch(std::string("missing: ") + key);
        }
        read(key, *found, m_value.*member);
        return *this;
    }

private:
    template <typename Member>
    static void read(const char* key, const Source& from, Member& member)
    {
        try {
            decode(from, member);
        } catch (const Mismatch& mismatch) {
            throw Mismatch(std::string(key) + ": " + mismatch.what());
        }
    }

    const Source& m_from;
    T& m_value;
};

/// The JSON form of one type. Structs get it from their description.
template <typename T>
struct Codec
{
    static Json write(const T& value)
    {
        Writer<T> writer(value);
        describe(writer, Type<T>{});
        return writer.take();
    }
    template <typename Source>
    static void read(const Source& from, T& value)
    {
        value = T{};
        Reader<Source, T> reader(from, value);
        describe(reader, Type<T>{});
    }
};

template <typename T>
Json encode(const T& value)
{
    return Codec<T>::write(value);
}

template <typename Source, typename T>
void decode(const Source& from, T& value)
{
    Codec<T>::read(from, value);
}

template <typename Source>
std::string_view textOf(const Source& from)
{
    const std::optional<std::string_view> text = from.text();
    if (!text) {
        throw Mismatch("not a text");
    }
    return *text;
}

template <>
struct Codec<std::string>
{
    static Json write(const std::string& value) { return value; }
    template <typename Source>
    static void read(const Source& from, std::string& value)
    {
        value = textOf(from);
    }
};

template <>
struct Codec<bool>
{
    static Json write(bool value) { return value; }
    template <typename Source>
    static void read(const Source& from, bool& value)
    {
        const std::optional<bool> truth = from.truth();
        if (!truth) {
            throw Mismatch("not true or false");
        }
        value = *truth;
    }
};

template <std::signed_integral Number>
struct Codec<Number>
{
    static Json write(Number value) { return value; }
    template <typename Source>
    static void read(const Source& from, Number& value)
    {
        const std::optional<std::int64_t> whole = from.whole();
        if (!whole) {
            throw Mismatch("not a whole number");
        }
        if (*whole > std::numeric_limits<Number>::max() || *whole < std::numeric_limits<Number>::min()) {
            throw Mismatch("number out of range");
        }
        value = static_cast<Number>(*whole);
    }
};

template <>
struct Codec<double>
{
    static Json write(double value) { return value; }
    template <typename Source>
    static void read(const Source& from, double& value)
    {
        const std::optional<double> number = from.number();
        if (!number) {
            throw Mismatch("not a number");
        }
        value = *number;
    }
};

template <typename T>
struct Codec<std::optional<T>>
{
    static Json write(const std::optional<T>& value) { return value ? encode(*value) : Json(); }
    template <typename Source>
    static void read(const Source& from, std::optional<T>& value)
    {
        value.reset();
        if (!from.isNull()) {
            decode(from, value.emplace());
        }
    }
};

template <typename T>
struct Codec<std::vector<T>>
{
    static Json write(const std::vector<T>& values)
    {
        Json list = Json::array();
        for (const T& value : values) {
            list.push_back(encode(value));
        }
        return list;
    }
    template <typename Source>
    static void read(const Source& from, std::vector<T>& values)
    {
        if (!from.isArray()) {
            throw Mismatch("not a list");
        }
        values.clear();
        values.reserve(from.size());
        from.forEachItem([&](const Source& item) { decode(item, values.emplace_back()); });
    }
};

template <typename T>
struct Codec<std::set<T>>
{
    static Json write(const std::set<T>& values) { return encode(std::vector<T>(values.begin(), values.end())); }
    template <typename Source>
    static void read(const Source& from, std::set<T>& values)
    {
        std::vector<T> list;
        decode(from, list);
        values = std::set<T>(list.begin(), list.end());
    }
};

template <typename Tag>
struct Codec<StrongText<Tag>>
{
    static Json write(const StrongText<Tag>& value) { return value.str(); }
    template <typename Source>
    static void read(const Source& from, StrongText<Tag>& value)
    {
        value = StrongText<Tag>(std::string(textOf(from)));
    }
};

template <typename Tag>
struct Codec<StrongNumber<Tag>>
{
    static Json write(StrongNumber<Tag> value) { return value.value; }
    template <typename Source>
    static void read(const Source& from, StrongNumber<Tag>& value)
    {
        decode(from, value.value);
    }
};

template <>
struct Codec<Timestamp>
{
    static Json write(Timestamp value) { return value.msSinceEpoch; }
    template <typename Source>
    static void read(const Source& from, Timestamp& value)
    {
        decode(from, value.msSinceEpoch);
    }
};

template <>
struct Codec<JsonValue>
{
    static Json write(const JsonValue& value) { return value.json(); }
    template <typename Source>
    static void read(const Source& from, JsonValue& value)
    {
        value = from.value();
    }
};

template <typename Enum>
concept WithWords = std::is_enum_v<Enum> && requires
{
    Words<Enum>::table;
};

template <WithWords Enum>
struct Codec<Enum>
{
    static Json write(Enum value)
    {
        for (const auto& [known, word] : Words<Enum>::table) {
            if (known == value) {
                return word;
            }
        }
        return {};
    }
    template <typename Source>
    static void read(const Source& from, Enum& value)
    {
        const std::string_view text = textOf(from);
        for (const auto& [known, word] : Words<Enum>::table) {
            if (word == text) {
                value = known;
                return;
            }
        }
        throw Mismatch("unknown word");
    }
};

template <>
struct Codec<RoutingOptions>
{
    static Json write(const RoutingOptions& switches);
    template <typename Source>
    static void read(const Source& from, RoutingOptions& switches);
};

/// The "type" of a block; empty for media, whose kind serves instead.
[[nodiscard]] std::string_view typeWord(const ContentBlock& block);

template <>
struct Codec<ContentBlock>
{
    static Json write(const ContentBlock& block);
    template <typename Source>
    static void read(const Source& from, ContentBlock& block);
};

} // namespace quarterdeck::conversation::json
