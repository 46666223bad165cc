#pragma once

#include "model/conversation/json/enum_names.h"
#include "model/conversation/json/source.h"

#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

/// One description per struct (`describe`, in fields.h) serves both directions, so what is written can be read by
/// construction. Only this folder's library calls throw on reading; the public functions turn that into an Error.
namespace quarterdeck::conversation::json {

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
