#pragma once

#include <QString>
#include <cstdint>
#include <string>

namespace quarterdeck::formats::html {

/// Foreign text in an element or a quoted attribute; what turns or hides text is made visible.
[[nodiscard]] std::string escaped(const QString& text);
/// The same as it was written. A long text stands in parts of which a browser needs to lay out only those in sight.
[[nodiscard]] std::string preformatted(const QString& text);
/// What the window draws or sets, and HTML without a script shows as its source.
struct WrittenOut
{
    std::int64_t diagrams = 0;
    std::int64_t formulas = 0;
};

/// Foreign Markdown as HTML that holds no foreign markup, loads nothing and leads nowhere: HTML in it stands as the
/// text that it is, a link as its text and its address, a picture as its name and address. What is larger than a
/// megabyte stays plain text. Adds to what it leaves as source.
[[nodiscard]] std::string ofMarkdown(const std::string& markdown, WrittenOut& writtenOut);

} // namespace quarterdeck::formats::html
