#pragma once

#include <QString>
#include <QStringList>

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

/// `visibleText` for options to choose from, on one line: blanks at either end, repeated ones, and those that are no
/// plain space are named, too ("[SP]", "[NBSP]"), since two answers must not look the same. Pure; thread: any.
[[nodiscard]] QString visibleLabel(const QString& label);

/// The same for a label that may be mistaken for another: each non-ASCII letter is shown by its number.
[[nodiscard]] QString visibleLookalike(const QString& label);

/// Whole sentences one after the other, separated by a space if the language has one: "。" needs none.
[[nodiscard]] QString paragraph(const QStringList& sentences);

} // namespace quarterdeck::ui::wording
