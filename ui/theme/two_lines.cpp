#include "ui/theme/two_lines.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace quarterdeck::ui {

using theme::Color;
using theme::Measure;
using theme::TextRole;

void paintTwoLines(QPainter& painter, const theme::Theme& look, const QRectF& row, double left, const QString& text)
{
    const QRectF line(left, row.top() + look.px(4), row.right() - look.px(8) - left, look.px(Measure::LhUi));
    theme::paintText(painter, line, text.section(u'\n', 0, 0), look.font(TextRole::Ui, QFont::Medium),
                     look.color(Color::Text1));
    theme::paintText(painter, line.translated(0, line.height()), text.section(u'\n', 1), look.font(TextRole::Meta),
                     look.color(Color::Text2));
}

} // namespace quarterdeck::ui
