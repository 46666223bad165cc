#pragma once

#include "model/formats/read_limits.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace quarterdeck::formats {

/// Rewrites JSON as Python writes it into standard JSON, piece by piece: each token that JSON lacks becomes a marked
/// text. Everything else passes through unchanged, valid or not.
class PythonFilter
{
public:
    /// What is known of the text so far. It lies in `piece` or in the filter, and is valid until the next call. A text
    /// or number cut off by the end of the piece waits for the next one.
    [[nodiscard]] std::string_view next(std::string_view piece);
    /// What was still waiting at the end.
    [[nodiscard]] std::string_view rest();
    /// How much is waiting.
    [[nodiscard]] std::size_t waiting() const { return m_token.size(); }

private:
    struct Scan
    {
        std::size_t at = 0;     ///< how far it was examined
        bool isWhole = false;   ///< it ends there; otherwise it may continue
        bool isUnusual = false; ///< it may not be one of JSON's
    };
    static void scanText(std::string_view text, std::size_t from, Scan& scan);
    static void scanWord(std::string_view text, std::size_t from, Scan& scan);
    static void scan(std::string_view text, std::size_t from, Scan& scan);
    [[nodiscard]] static bool isUnusual(std::string_view token, const Scan& scan);
    void addMarked(std::string_view token);

    std::string m_token; ///< an incomplete one
    Scan m_scan;         ///< for it
    std::string m_made;  ///< what was rewritten, and everything before it
};

namespace python_tokens {

inline constexpr std::string_view mark = "\uFDD0";
/// Whether a text is a single token of Python's JSON, as marked by the filter.
[[nodiscard]] bool isToken(std::string_view token);
/// The UTF-16 unit of the escape at that position.
[[nodiscard]] std::optional<unsigned> escapedUnit(std::string_view token, std::size_t at);
[[nodiscard]] bool isHigh(unsigned unit);
[[nodiscard]] bool isLow(unsigned unit);
/// The token with U+FFFD in place of lone surrogates; unchanged if there are none.
[[nodiscard]] std::string withoutLoneSurrogates(std::string_view token);
/// The same with their escapes as text, "\\ud83d".
[[nodiscard]] std::string withShownSurrogates(std::string_view token);

} // namespace python_tokens

} // namespace quarterdeck::formats

namespace quarterdeck::formats::python_json {

/// JSON as Python's json module reads and writes it: with NaN, Infinity, whole numbers of any size and lone surrogates,
/// none of which a JSON value can hold. Each is kept as a *marked text*: U+FDD0, a noncharacter of Unicode, followed by
/// the token as it was written; text() writes that token again.

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
