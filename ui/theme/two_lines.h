#pragma once

class QPainter;
class QRectF;
class QString;

namespace quarterdeck::ui {

namespace theme {
class Theme;
} // namespace theme

/// The text of a row in a dialog's list, from `left` on: its first line, and the rest below it, quieter.
void paintTwoLines(QPainter& painter, const theme::Theme& look, const QRectF& row, double left, const QString& text);

} // namespace quarterdeck::ui
