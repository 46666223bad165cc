#pragma once

#include "ui/view/found_message.h"

#include <QTextLayout>

namespace quarterdeck::ui {

/// As much of an excerpt as its lines have room for.
struct ShownExcerpt
{
    QString text;
    std::vector<view::MarkedPart> marks;
};

/// With the first mark in it: what stands before it is cut where the lines would end ahead of it, as within a tool's
/// arguments, which have no blanks.
[[nodiscard]] ShownExcerpt shownExcerpt(const view::FoundMessage& message, const QFont& font, double width, int lines);
/// Lays out up to `lines` lines of that height; returns where in the text the last of them begins.
int layOutLines(QTextLayout& layout, double width, int lines, double lineHeight);

} // namespace quarterdeck::ui
