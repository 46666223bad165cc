#include "ui/panels/found_message_painter.h"

#include "ui/panels/shown_excerpt.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace quarterdeck::ui {

using theme::Color;
using theme::Icon;
using theme::Measure;
using theme::TextRole;

namespace {

constexpr int excerptLines = 2;

QList<QTextLayout::FormatRange> formatsOf(const theme::Theme& theme, const std::vector<view::MarkedPart>& marks)
{
    QTextCharFormat marked;
    marked.setBackground(theme.color(Color::SearchHit));
    marked.setForeground(theme.color(Color::Text1));
    QList<QTextLayout::FormatRange> formats;
    for (const view::MarkedPart& mark : marks)
        formats.append({mark.begin, mark.length, marked});
    return formats;
}

/// At most two lines, including what was searched for.
void paintExcerpt(QPainter& painter, const theme::Theme& theme, const QRectF& area, const view::FoundMessage& message)
{
    const QFont font = theme.font(TextRole::Meta);
    const ShownExcerpt shown = shownExcerpt(message, font, area.width(), excerptLines);
    QTextLayout layout(shown.text, font);
    layout.setFormats(formatsOf(theme, shown.marks));
    layOutLines(layout, area.width(), excerptLines, theme.px(Measure::LhMeta));
    painter.setPen(theme.color(Color::Text2));
    layout.draw(&painter, area.topLeft());
}

} // namespace

int foundMessageHeight(const theme::Theme& theme)
{
    return theme.px(5) + theme.px(Measure::LhUi) + excerptLines * theme.px(Measure::LhMeta) + theme.px(7);
}

void paintFoundMessage(QPainter& painter, const theme::Theme& theme, const QRectF& row,
                       const view::FoundMessage& message, const QString& when)
{
    const QFont meta = theme.font(TextRole::Meta);
    const QFont ui = theme.font(TextRole::Ui, QFont::Medium);
    const double left = row.left() + theme.px(8);
    const double right = row.right() - theme.px(8);
    QRectF head(left, row.top() + theme.px(5), right - left, theme.px(Measure::LhUi));
    theme::paintTabular(painter, head.translated(0, 1), when, meta, theme.color(Color::Text3),
                        Qt::AlignRight | Qt::AlignVCenter);
    if (const double width = theme::tabularWidth(meta, when); width > 0)
        head.setRight(head.right() - width - theme.px(8));
    if (message.isPrivate) {
        const double side = theme.px(12);
        theme::paintIcon(painter, Icon::Lock, QRectF(head.left(), head.center().y() - side / 2, side, side),
                         static_cast<int>(side), theme.color(Color::PrivateText));
        head.setLeft(head.left() + side + theme.px(4));
    }
    if (!message.speaker.isEmpty()) {
        constexpr double mostOfTheLine = 0.6; // the session's title has a place too
        QRectF speaker = head;
        speaker.setWidth(std::min(head.width() * mostOfTheLine, theme::textWidth(ui, message.speaker) + 1));
        head.setLeft(head.left() + theme::paintText(painter, speaker, message.speaker, ui, theme.color(Color::Text1))
                     + theme.px(6));
    }
    theme::paintText(painter, head.translated(0, 1), message.title, meta, theme.color(Color::Text3));
    const double top = row.top() + theme.px(5) + theme.px(Measure::LhUi);
    paintExcerpt(painter, theme, QRectF(left, top, right - left, excerptLines * theme.px(Measure::LhMeta)), message);
}

} // namespace quarterdeck::ui
