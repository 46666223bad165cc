#include "ui/panels/shown_excerpt.h"

#include <QFontMetricsF>
#include <QTextBoundaryFinder>

#include <algorithm>

namespace quarterdeck::ui {

namespace {

/// A line may break after "…" unless it is joined to what follows; it would be alone before a long word.
const QString cut = QStringLiteral("…\u2060");

/// The excerpt from there on, starting at a whole character.
ShownExcerpt from(const view::FoundMessage& message, int begin)
{
    QString text = message.excerpt;
    if (begin > 0) {
        QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, message.excerpt);
        finder.setPosition(begin);
        if (!finder.isAtBoundary())
            begin = static_cast<int>(finder.toPreviousBoundary());
        text = cut + message.excerpt.mid(begin);
    } else if (text.startsWith(QChar(0x2026))) {
        text = cut + text.mid(1);
    }
    const auto shift = static_cast<int>(text.size() - message.excerpt.size());
    ShownExcerpt shown{text, message.marks};
    for (view::MarkedPart& mark : shown.marks)
        mark.begin += shift;
    return shown;
}

/// Ends the last line with "…" if more follows; returns how much of the text is left.
qsizetype elide(QString& text, const QFont& font, double width, int lines)
{
    QTextLayout layout(text, font);
    const int lastBegin = layOutLines(layout, width, lines, 0);
    const QString rest = text.mid(lastBegin);
    const QString last = QFontMetricsF(font).elidedText(rest, Qt::ElideRight, width);
    text = text.left(lastBegin) + last;
    return last == rest ? text.size() : text.size() - 1;
}

} // namespace

ShownExcerpt shownExcerpt(const view::FoundMessage& message, const QFont& font, double width, int lines)
{
    const int sought = message.marks.empty() ? 0 : message.marks.front().begin;
    for (int before = sought;; before /= 2) {
        ShownExcerpt shown = from(message, sought - before);
        const qsizetype visible = elide(shown.text, font, width, lines);
        const bool isSeen = shown.marks.empty() || shown.marks.front().begin + shown.marks.front().length <= visible;
        if (isSeen || before == 0)
            return shown;
    }
}

int layOutLines(QTextLayout& layout, double width, int lines, double lineHeight)
{
    QTextOption wrapping(Qt::AlignLeft);
    wrapping.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(wrapping);
    int lastBegin = 0;
    layout.beginLayout();
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(width);
        line.setPosition({0, i * lineHeight + (lineHeight - line.height()) / 2});
        lastBegin = line.textStart();
    }
    layout.endLayout();
    return lastBegin;
}

} // namespace quarterdeck::ui
