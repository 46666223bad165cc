#pragma once

#include "model/formats/read_limits.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

/// JSON as Python's json module reads and writes it: with NaN, Infinity, whole numbers of any size and lone surrogates,
/// none of which a JSON value can hold. Each is kept as a *marked text*: U+FDD0, a noncharacter of Unicode, followed by
/// the token as it was written; text() writes that token again.
namespace quarterdeck::formats::python_json {

/// One whole value; nothing if json.loads refuses the text, or beyond the limits. Never throws.
[[nodiscard]] std::optional<nlohmann::json> parse(std::string_view text, const ReadLimits& limits = {});
/// As json.dumps(value, ensure_ascii=False) writes it (", " and ": "), but with the members sorted by
/// name.
[[nodiscard]] std::string text(const nlohmann::json& value);
/// The same without spaces; and on several lines, for people.
[[nodiscard]] std::string compactText(const nlohmann::json& value);
[[nodiscard]] std::string indentedText(const nlohmann::json& value);
/// Whether the value stands for one that JSON cannot hold.
[[nodiscard]] bool isMarked(const nlohmann::json& value);
/// Whether it is a string in Python: one that is not a marked number.
[[nodiscard]] bool isText(const nlohmann::json& value);
/// Whether it, or anything in it, is a marked NaN or Infinity.
[[nodiscard]] bool hasNonFinite(const nlohmann::json& value);
/// Whether it, or anything in it, including member names, is marked.
[[nodiscard]] bool hasMarks(const nlohmann::json& value);
/// A value's text for a person if it is a string in Python; nothing otherwise.
[[nodiscard]] std::optional<std::string> shownText(const nlohmann::json& value);
/// A possibly marked text for a person: U+FFFD for lone surrogates, the token of a number.
[[nodiscard]] std::string shown(const std::string& text);
/// The same with lone surrogates as they were written, "\ud83d": nothing of what somebody said is lost.
[[nodiscard]] std::string escaped(const std::string& text);

} // namespace quarterdeck::formats::python_json
