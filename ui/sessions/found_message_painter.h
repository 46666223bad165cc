#pragma once

#include "ui/view/found_message.h"

#include <QRectF>

class QPainter;

namespace quarterdeck::ui {

namespace theme {
class Theme;
}

/// A message that was found: who and where in a line, then two lines of what was said, with what was looked for marked.
[[nodiscard]] int foundMessageHeight(const theme::Theme& theme);
void paintFoundMessage(QPainter& painter, const theme::Theme& theme, const QRectF& row,
                       const view::FoundMessage& message, const QString& when);

} // namespace quarterdeck::ui
