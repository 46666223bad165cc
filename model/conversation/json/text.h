#pragma once

#include "model/conversation/json/codec.h"

#include <charconv>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Values as JSON text directly: the same as `encode(value).dump()`, with keys in the order of their description, but
/// without building a tree. An import does this a million times.
namespace quarterdeck::conversation::json {

/// Bytes that are not UTF-8 are replaced, since a log that cannot be written would be worse.
void appendText(std::string& out, const Json& value);
void appendText(std::string& out, const std::string& value);

template <typename T>
void appendValue(std::string& out, const T& value);

/// Writes the members of one object; the braces are the caller's.
template <typename T>
class MemberWriter
{
public:
    MemberWriter(std::string& out, const T& value) : m_out(out), m_value(value) { }
    template <typename Member>
    MemberWriter& field(const char* key, Member T::*member)
    {
        static const T defaults{};
        return m_value.*member == defaults.*member ? *this : required(key, member);
    }
    template <typename Member>
    MemberWriter& required(const char* key, Member T::*member)
    {
        m_out += m_isFirst ? "\"" : ",\"";
        m_isFirst = false;
        m_out += key;
        m_out += "\":";
        appendValue(m_out, m_value.*member);
        return *this;
    }
    [[nodiscard]] bool isEmpty() const { return m_isFirst; }

private:
    std::string& m_out;
    const T& m_value;
    bool m_isFirst = true;
};

template <typename T>
concept Described = std::is_class_v<T> && requires(MemberWriter<T>& writer)
{
    describe(writer, Type<T>{});
};

template <typename T>
constexpr bool isList = false;
template <typename T>
constexpr bool isList<std::vector<T>> = true;
template <typename T>
constexpr bool isList<std::set<T>> = true;
template <typename T>
constexpr bool isStrongText = false;
template <typename Tag>
constexpr bool isStrongText<StrongText<Tag>> = true;

template <typename List>
void appendList(std::string& out, const List& values)
{
    char before = '[';
    for (const auto& value : values) {
        out += before;
        appendValue(out, value);
        before = ',';
    }
    out += before == '[' ? "[]" : "]";
}

/// Words need no escapes.
template <typename Enum>
void appendWord(std::string& out, Enum value)
{
    for (const auto& [known, word] : Words<Enum>::table) {
        if (known == value) {
            out += '"';
            out += word;
            out += '"';
            return;
        }
    }
    out += "null";
}

/// A block states its type, except for media, whose kind is described.
void appendBlock(std::string& out, const ContentBlock& block);

template <typename T>
void appendValue(std::string& out, const T& value)
{
    if constexpr (std::is_same_v<T, std::string>) {
        appendText(out, value);
    } else if constexpr (isStrongText<T>) {
        appendText(out, value.str());
    } else if constexpr (std::is_same_v<T, bool>) {
        out += value ? "true" : "false";
    } else if constexpr (std::signed_integral<T>) {
        out += std::to_string(value);
    } else if constexpr (WithWords<T>) {
        appendWord(out, value);
    } else if constexpr (std::is_same_v<T, Timestamp>) {
        out += std::to_string(value.msSinceEpoch);
    } else if constexpr (std::is_same_v<T, JsonValue>) {
        appendText(out, value.json());
    } else if constexpr (std::is_same_v<T, Json>) {
        appendText(out, value);
    } else if constexpr (std::is_same_v<T, ContentBlock>) {
        appendBlock(out, value);
    } else if constexpr (isList<T>) {
        appendList(out, value);
    } else if constexpr (Described<T>) {
        out += '{';
        MemberWriter<T> writer(out, value);
        describe(writer, Type<T>{});
        out += '}';
    } else {
        appendText(out, encode(value));
    }
}

} // namespace quarterdeck::conversation::json
