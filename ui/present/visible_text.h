#pragma once

#include <QString>
#include <string>

namespace quarterdeck::ui::wording {

inline constexpr qsizetype longestLabel = 4'000;
/// For text in an editor of its own.
inline constexpr qsizetype longestDocument = 100'000;

/// A program's text made safe for a label: as conversation::visibleText does, at most `most` UTF-16 units, followed by
/// an ellipsis. A label lays out everything it is given, and nobody reads more in one. An emoji counts as forty, since
/// it takes longer than as many letters. Pure; thread: any.
[[nodiscard]] QString visibleText(const QString& text, qsizetype most = longestLabel);
[[nodiscard]] QString visibleText(const std::string& utf8);

} // namespace quarterdeck::ui::wording
