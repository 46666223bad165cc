#pragma once

#include "ui/present/found_message.h"

#include <QTextLayout>

namespace quarterdeck::ui {

/// As much of an excerpt as fits into its lines.
struct ShownExcerpt
{
    QString text;
    std::vector<view::MarkedPart> marks;
};

/// Including the first mark: text before it is cut if the lines would end first, as inside a tool's arguments, which
/// have no blanks.
[[nodiscard]] ShownExcerpt shownExcerpt(const view::FoundMessage& message, const QFont& font, double width, int lines);
/// Lays out up to `lines` lines of that height; returns where the last of them begins in the text.
int layOutLines(QTextLayout& layout, double width, int lines, double lineHeight);

} // namespace quarterdeck::ui
