#pragma once

#include "json/enum_words.h"

#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

/// One description per struct (`describe`, in fields.h) serves both directions, so what is written can be read by
/// construction. Reading throws inside this folder's library calls only; the public functions turn that into an Error.
namespace quarterdeck::conversation::json {

using Json = nlohmann::json;

/// Says which key could not be read, never what it held.
class Mismatch : public std::runtime_error
{
public:
    explicit Mismatch(const std::string& what) : std::runtime_error(what) { }
};

template <typename T>
struct Type
{ };

template <typename T>
Json encode(const T& value);
template <typename T>
void decode(const Json& json, T& value);

template <typename T>
class Writer
{
public:
    explicit Writer(const T& value) : m_value(value) { }
    /// Left out when it is the default.
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

template <typename T>
class Reader
{
public:
    Reader(const Json& json, T& value) : m_json(json), m_value(value)
    {
        if (!json.is_object()) {
            throw Mismatch("not an object");
        }
    }
    template <typename Member>
    Reader& field(const char* key, Member T::*member)
    {
        const auto found = m_json.find(key);
        if (found != m_json.end()) {
            read(key, *found, m_value.*member);
        }
        return *this;
    }
    template <typename Member>
    Reader& required(const char* key, Member T::*member)
    {
        const auto found = m_json.find(key);
        if (found == m_json.end()) {
            throw Mismatch(std::string("missing: ") + key);
        }
        read(key, *found, m_value.*member);
        return *this;
    }

private:
    template <typename Member>
    static void read(const char* key, const Json& json, Member& member)
    {
        try {
            decode(json, member);
        } catch (const Mismatch& mismatch) {
            throw Mismatch(std::string(key) + ": " + mismatch.what());
        }
    }

    const Json& m_json;
    T& m_value;
};

/// How one type stands in JSON. Structs come by their description.
template <typename T>
struct Codec
{
    static Json write(const T& value)
    {
        Writer<T> writer(value);
        describe(writer, Type<T>{});
        return writer.take();
    }
    static void read(const Json& json, T& value)
    {
        value = T{};
        Reader<T> reader(json, value);
        describe(reader, Type<T>{});
    }
};

template <typename T>
Json encode(const T& value)
{
    return Codec<T>::write(value);
}

template <typename T>
void decode(const Json& json, T& value)
{
    Codec<T>::read(json, value);
}

template <>
struct Codec<std::string>
{
    static Json write(const std::string& value) { return value; }
    static void read(const Json& json, std::string& value)
    {
        if (!json.is_string()) {
            throw Mismatch("not a text");
        }
        value = json.get_ref<const std::string&>();
    }
};

template <>
struct Codec<bool>
{
    static Json write(bool value) { return value; }
    static void read(const Json& json, bool& value)
    {
        if (!json.is_boolean()) {
            throw Mismatch("not true or false");
        }
        value = json.get<bool>();
    }
};

template <std::signed_integral Number>
struct Codec<Number>
{
    static Json write(Number value) { return value; }
    static void read(const Json& json, Number& value)
    {
        if (!json.is_number_integer()) {
            throw Mismatch("not a whole number");
        }
        // An unsigned number above the signed range would wrap.
        const bool isTooLarge = json.is_number_unsigned()
            && json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
        if (isTooLarge || json.get<std::int64_t>() < std::numeric_limits<Number>::min()) {
            throw Mismatch("number out of range");
        }
        value = static_cast<Number>(json.get<std::int64_t>());
    }
};

template <>
struct Codec<double>
{
    static Json write(double value) { return value; }
    static void read(const Json& json, double& value)
    {
        if (!json.is_number()) {
            throw Mismatch("not a number");
        }
        value = json.get<double>();
    }
};

template <typename T>
struct Codec<std::optional<T>>
{
    static Json write(const std::optional<T>& value) { return value ? encode(*value) : Json(); }
    static void read(const Json& json, std::optional<T>& value)
    {
        value.reset();
        if (!json.is_null()) {
            decode(json, value.emplace());
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
    static void read(const Json& json, std::vector<T>& values)
    {
        if (!json.is_array()) {
            throw Mismatch("not a list");
        }
        values.clear();
        values.reserve(json.size());
        for (const Json& item : json) {
            decode(item, values.emplace_back());
        }
    }
};

template <typename T>
struct Codec<std::set<T>>
{
    static Json write(const std::set<T>& values) { return encode(std::vector<T>(values.begin(), values.end())); }
    static void read(const Json& json, std::set<T>& values)
    {
        std::vector<T> list;
        decode(json, list);
        values = std::set<T>(list.begin(), list.end());
    }
};

template <typename Tag>
struct Codec<StrongText<Tag>>
{
    static Json write(const StrongText<Tag>& value) { return value.str(); }
    static void read(const Json& json, StrongText<Tag>& value)
    {
        std::string text;
        decode(json, text);
        value = StrongText<Tag>(std::move(text));
    }
};

template <typename Tag>
struct Codec<StrongNumber<Tag>>
{
    static Json write(StrongNumber<Tag> value) { return value.value; }
    static void read(const Json& json, StrongNumber<Tag>& value) { decode(json, value.value); }
};

template <>
struct Codec<Timestamp>
{
    static Json write(Timestamp value) { return value.msSinceEpoch; }
    static void read(const Json& json, Timestamp& value) { decode(json, value.msSinceEpoch); }
};

template <>
struct Codec<JsonValue>
{
    static Json write(const JsonValue& value) { return value.json(); }
    static void read(const Json& json, JsonValue& value) { value = JsonValue(json); }
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
    static void read(const Json& json, Enum& value)
    {
        std::string text;
        decode(json, text);
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
struct Codec<Switches>
{
    static Json write(const Switches& switches);
    static void read(const Json& json, Switches& switches);
};

template <>
struct Codec<ContentBlock>
{
    static Json write(const ContentBlock& block);
    static void read(const Json& json, ContentBlock& block);
};

} // namespace quarterdeck::conversation::json
