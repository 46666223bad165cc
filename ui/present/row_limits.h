#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// Limits on what one row may cost the page, however long its event is. The rest is left out, and the row says so. The
/// page draws still less of it at once (safety/caps.ts in its sources). Pure; thread: any.
namespace quarterdeck::ui::transcript {

/// Bytes of all texts of a message. Far above what the page draws on its own, and small enough for a harmless channel
/// message.
inline constexpr std::size_t longestBlockText = 4'000'000;
/// Bytes of a value as JSON; a longer one is shown as text, cut to this size.
inline constexpr std::size_t longestValue = 1'000'000;
inline constexpr std::size_t longestValueText = 150'000;
/// Bytes of an unknown event as JSON: including the note at its end no more than can be copied.
inline constexpr std::size_t longestRaw = 990'000;
/// Bytes of what is set in one piece: a question, a reason, a notice.
inline constexpr std::size_t longestNote = 100'000;
inline constexpr std::size_t longestDescription = 2'000; ///< of an answer
inline constexpr std::size_t longestName = 1'000;        ///< of people, tools, files, answers
inline constexpr std::size_t longestPlainRow = 10'000;
inline constexpr std::size_t mostBlocks = 500;
inline constexpr std::size_t mostAnnotations = 100;
inline constexpr std::size_t mostChoices = 100; ///< answers of a question, or of a field of its form

/// At most this many bytes and no half character; a longer text ends with a note.
[[nodiscard]] std::string cutText(const std::string& text, std::size_t longest);
/// The same for a name: an ellipsis replaces the rest.
[[nodiscard]] std::string cutName(const std::string& name);
/// "3 parts of this message are not shown here."
[[nodiscard]] std::string partsLeftOut(std::size_t count);
/// A value as JSON text that may be shown.
[[nodiscard]] std::string valueText(const nlohmann::json& value);

/// A question's form with the first choices of each field; the field's description tells how many more there are.
[[nodiscard]] nlohmann::json cappedSchema(nlohmann::json schema);

} // namespace quarterdeck::ui::transcript
