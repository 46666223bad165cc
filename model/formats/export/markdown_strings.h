#pragma once

#include <QCoreApplication>

namespace quarterdeck::formats {

/// The translation context of a written transcript's words, in Markdown or HTML.
struct Markdown
{
    Q_DECLARE_TR_FUNCTIONS(Markdown)
};

} // namespace quarterdeck::formats
