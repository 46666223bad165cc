#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace quarterdeck::formats {

/// Rewrites JSON as Python writes it into standard JSON, piece by piece: each token that JSON lacks becomes a marked
/// text (see model/formats/json/python_json.h). Everything else passes through unchanged, valid or not.
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
