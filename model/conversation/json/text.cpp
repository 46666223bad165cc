#include "model/conversation/json/text.h"

#include "model/conversation/json/fields.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <simdjson.h>

namespace quarterdeck::conversation::json {

namespace {

bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool isPlain(char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; }

/// Sets a bit for each of eight characters that is not plain (or only not ASCII, if that is all that is wanted);
/// perhaps also for some after the first of them.
std::uint64_t notPlain(std::uint64_t eight, bool isOtherPlain)
{
    constexpr std::uint64_t each = 0x0101'0101'0101'0101;
    constexpr std::uint64_t high = 0x80 * each;
    constexpr auto hasZero = [](std::uint64_t bytes) { return (bytes - each) & ~bytes; };
    const std::uint64_t control = (eight - 0x20 * each) & ~eight;
    const std::uint64_t other = isOtherPlain ? 0 : eight;
    return (control | hasZero(eight ^ ('"' * each)) | hasZero(eight ^ ('\\' * each)) | other) & high;
}

const char* endOfPlain(const char* at, const char* end, bool isOtherPlain)
{
    std::uint64_t eight = 0;
    for (; end - at >= static_cast<std::ptrdiff_t>(sizeof eight); at += sizeof eight) {
        std::memcpy(&eight, at, sizeof eight);
        const std::uint64_t found = notPlain(eight, isOtherPlain);
        if (found == 0) {
            continue;
        }
        if constexpr (std::endian::native == std::endian::little) {
            return at + std::countr_zero(found) / 8;
        }
        break;
    }
    return std::find_if_not(at, end, [&](char c) { return isPlain(c) && (isOtherPlain || isAscii(c)); });
}

void appendEscaped(std::string& out, char c)
{
    constexpr std::string_view letters = "btn?fr"; // of 8, 9, 10, (11), 12, 13
    constexpr char first = '\b';
    constexpr std::string_view digits = "0123456789abcdef";
    out += '\\';
    if (c == '"' || c == '\\') {
        out += c;
    } else if (c >= first && c <= '\r' && c != '\v') {
        out += letters[static_cast<std::size_t>(c - first)];
    } else {
        out += "u00";
        out += digits[static_cast<unsigned char>(c) >> 4U];
        out += digits[static_cast<unsigned char>(c) & 0xfU];
    }
}

void appendMembers(std::string& out, const Json::object_t& members)
{
    char before = '{';
    for (const auto& [key, member] : members) {
        out += before;
        appendText(out, key);
        out += ':';
        appendText(out, member);
        before = ',';
    }
    out += before == '{' ? "{}" : "}";
}

} // namespace

void appendText(std::string& out, const Json& value)
{
    switch (value.type()) {
    case Json::value_t::object:
        return appendMembers(out, value.get_ref<const Json::object_t&>());
    case Json::value_t::array:
        return appendList(out, value.get_ref<const Json::array_t&>());
    case Json::value_t::string:
        return appendText(out, value.get_ref<const std::string&>());
    case Json::value_t::boolean:
        return appendValue(out, value.get<bool>());
    case Json::value_t::number_integer:
        return appendValue(out, value.get<std::int64_t>());
    case Json::value_t::number_unsigned:
        out += std::to_string(value.get<std::uint64_t>());
        return;
    default: // what is not whole is written by the library
        out += value.dump();
    }
}

void appendText(std::string& out, const std::string& value)
{
    const std::size_t start = out.size();
    bool isUtf8 = false; // is asked where it is not seen at once: most texts are short, and ASCII
    out += '"';
    const char* const end = value.data() + value.size();
    for (const char* at = value.data(); at != end;) {
        const char* const plain = endOfPlain(at, end, isUtf8);
        out.append(at, plain);
        at = plain;
        if (at == end) {
            break;
        }
        if (isAscii(*at)) {
            appendEscaped(out, *at++);
            continue;
        }
        isUtf8 = simdjson::validate_utf8(value.data(), value.size());
        if (!isUtf8) {
            out.resize(start);
            out += Json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
            return;
        }
    }
    out += '"';
}

void appendBlock(std::string& out, const ContentBlock& block)
{
    std::visit(
        [&](const auto& one) {
            using Block = std::decay_t<decltype(one)>;
            out += '{';
            MemberWriter<Block> writer(out, one);
            describe(writer, Type<Block>{});
            if (const std::string_view type = typeWord(block); !type.empty()) {
                out += writer.isEmpty() ? "\"type\":\"" : ",\"type\":\"";
                out += type;
                out += '"';
            }
            out += '}';
        },
        block);
}

} // namespace quarterdeck::conversation::json
