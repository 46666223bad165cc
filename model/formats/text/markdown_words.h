#pragma once

#include <QCoreApplication>

namespace quarterdeck::formats {

/// Under whose name the words of a written transcript are translated, be it Markdown or HTML.
struct Markdown
{
    Q_DECLARE_TR_FUNCTIONS(Markdown)
};

} // namespace quarterdeck::formats
