#include "json/text.h"

#include "json/fields.h"

#include <algorithm>
#include <simdjson.h>

namespace quarterdeck::conversation::json {

namespace {

bool isPlain(char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; }

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

} // namespace

void appendText(std::string& out, const Json& value)
{
    out += value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void appendText(std::string& out, const std::string& value)
{
    if (!simdjson::validate_utf8(value.data(), value.size())) {
        appendText(out, Json(value));
        return;
    }
    out += '"';
    for (auto at = value.begin(); at != value.end();) {
        const auto end = std::find_if_not(at, value.end(), isPlain);
        out.append(at, end);
        at = end;
        if (at != value.end()) {
            appendEscaped(out, *at++);
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
