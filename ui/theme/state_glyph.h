#pragma once

#include "ui/theme/theme.h"

#include <QRectF>

class QPainter;

namespace quarterdeck::ui::theme {

/// Each state has its own shape; colour comes second. Done, Recorded and Stopped are for sessions, the others for roles
/// as well. Stopped can continue, Done is over.
enum class StateGlyph { Idle, Thinking, Acting, Waiting, Paused, Failed, Done, Recorded, Stopped };

/// Fills `rect` (14 px by design; 12 in team rows, 10 on small avatars). `surface` is what is beneath it, for the
/// holes. `turn` (0 … 1) turns the arc of Thinking; other glyphs ignore it.
void paintStateGlyph(QPainter& painter, const Theme& theme, const QRectF& rect, StateGlyph glyph,
                     Color surface = Color::BgWindow, double turn = 0.0);

} // namespace quarterdeck::ui::theme
