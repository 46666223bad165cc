#pragma once

#include "ui/present/found_message.h"

#include <QRectF>

class QPainter;

namespace quarterdeck::ui {

namespace theme {
class Theme;
}

/// A search result: who and where in one line, then two lines of the text with the matches marked.
[[nodiscard]] int foundMessageHeight(const theme::Theme& theme);
void paintFoundMessage(QPainter& painter, const theme::Theme& theme, const QRectF& row,
                       const view::FoundMessage& message, const QString& when);

} // namespace quarterdeck::ui
