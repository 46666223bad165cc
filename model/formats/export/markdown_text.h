#pragma once

#include <QString>

/// Foreign text as part of a Markdown document of ours.
namespace quarterdeck::formats::markdown {

/// One line that starts nothing of its own: names, titles.
[[nodiscard]] QString escaped(QString name);
/// In a fence longer than any inside it.
[[nodiscard]] QString fenced(const QString& content, const QString& language = {});
/// As written, except for what would reach beyond it: an open fence is closed, and HTML that runs to the end of the
/// document (a comment, a script) is escaped.
[[nodiscard]] QString contained(const QString& content);

} // namespace quarterdeck::formats::markdown
