#pragma once

#include <QString>

/// Foreign text as a part of a Markdown document of ours.
namespace quarterdeck::formats::markdown {

/// One line that begins nothing of its own: names, titles.
[[nodiscard]] QString escaped(QString name);
/// In a fence that is longer than any in it.
[[nodiscard]] QString fenced(const QString& content, const QString& language = {});
/// As it was written, but for what would reach beyond it: a fence left open is closed, and HTML that runs to the end of
/// the document (a comment, a script) is escaped.
[[nodiscard]] QString contained(const QString& content);

} // namespace quarterdeck::formats::markdown
