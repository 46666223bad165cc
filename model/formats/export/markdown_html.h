#pragma once

#include <QString>

#include <cstdint>
#include <string>

namespace quarterdeck::formats::html {

/// Foreign text for an element or a quoted attribute; whatever turns or hides text is made visible.
[[nodiscard]] std::string escaped(const QString& text);
/// The same as written. Long text is split into parts, of which a browser needs to lay out only the visible ones.
[[nodiscard]] std::string preformatted(const QString& text);
/// What the window draws or typesets, and HTML without scripts shows as source.
struct SourceFallbacks
{
    std::int64_t diagrams = 0;
    std::int64_t formulas = 0;
};

/// Foreign Markdown as HTML without foreign markup, which loads nothing and leads nowhere: HTML in it becomes text, a
/// link its text and address, a picture its name and address. Anything larger than a megabyte, or that
/// would take long to read (model/formats/export/markdown_work.h), stays plain text. Adds to
/// the count of what is left as source.
[[nodiscard]] std::string htmlFromMarkdown(const std::string& markdown, SourceFallbacks& writtenOut);

} // namespace quarterdeck::formats::html
