#pragma once

#include <QString>
#include <string>

namespace quarterdeck::ui::wording {

inline constexpr qsizetype longestLabel = 4'000;
/// Of what is shown in an editor of its own.
inline constexpr qsizetype longestDocument = 100'000;

/// What a program wrote, fit to be shown in a label: as conversation::visibleText has it, at most `most` UTF-16 units,
/// and then an ellipsis. A label lays out all that it is given, and nobody reads more in one. An emoji counts as forty,
/// since it takes longer than as many letters. Pure; thread: any.
[[nodiscard]] QString visibleText(const QString& text, qsizetype most = longestLabel);
[[nodiscard]] QString visibleText(const std::string& utf8);

} // namespace quarterdeck::ui::wording
