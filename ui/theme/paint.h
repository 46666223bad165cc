#pragma once

#include "ui/theme/icons.h"
#include "ui/theme/role_look.h"
#include "ui/theme/theme.h"

#include <QKeySequence>
#include <QRectF>
#include <QSize>
#include <QString>

class QPainter;

namespace quarterdeck::ui::theme {

/// The painted parts that panels and delegates share. All of them restore the painter's state; all lengths follow the
/// theme's text scale.

/// 24 px, or 18 in lists. `surface` is what is beneath it (the helm's disc cuts into the avatar).
void paintAvatar(QPainter& painter, const Theme& theme, const QRectF& rect, const AvatarStyle& look,
                 Color surface = Color::BgWindow);
/// The same with a state at its lower right corner, as in the strip and in a folded dock's title.
void paintAvatarWithState(QPainter& painter, const Theme& theme, const QRectF& rect, AvatarStyle look, StateGlyph state,
                          Color surface = Color::BgWindow);

struct ChipStyle
{
    /// Role: its lane square. You: ink. Everyone: a neutral chip. Private: a lock, plum outline. Unknown: red, with ×.
    enum class Kind { Role, You, Everyone, Private, Unknown };

    Kind kind = Kind::Role;
    QString text;
    int hue = 0;
    bool opensMenu = false; ///< a chevron at its end

    bool operator==(const ChipStyle&) const = default;
};
QSize chipSize(const Theme& theme, const ChipStyle& chip);
void paintChip(QPainter& painter, const Theme& theme, const QRectF& rect, const ChipStyle& chip);

/// In amber, since it counts what waits for the person.
QSize badgeSize(const Theme& theme, const QString& text);
void paintBadge(QPainter& painter, const Theme& theme, const QRectF& rect, const QString& text);

/// "Ctrl ⇧ F": key names separated by spaces, as drawn on a key cap.
QString keyCapText(const QKeySequence& sequence);
QSize keyCapSize(const Theme& theme, const QString& text);
void paintKeyCap(QPainter& painter, const Theme& theme, const QRectF& rect, const QString& text);

/// Empties clockwise. `remaining` is 0 … 1; below a minute the caller passes `isUrgent` and says so in words, too.
void paintDeadlineRing(QPainter& painter, const Theme& theme, const QRectF& rect, double remaining, bool isUrgent);

/// What waits for the person: a question, or a held message.
enum class CardKind { Question, Held };
/// Its card: tint, hairline and a 3 px edge on the left.
void paintCard(QPainter& painter, const Theme& theme, const QRectF& rect, CardKind kind = CardKind::Question);

/// A line of exactly 1 px along one edge, inside `rect`.
void paintHairline(QPainter& painter, const Theme& theme, const QRectF& rect, Qt::Edge edge,
                   Color color = Color::Line1);

/// Row background: selected, else hovered, else nothing. Rounded if `radius` > 0.
void paintRowBackground(QPainter& painter, const Theme& theme, const QRectF& rect, bool isSelected, bool isHovered,
                        double radius);
/// A row's keyboard focus, drawn inside the row.
void paintRowFocus(QPainter& painter, const Theme& theme, const QRectF& rect, double radius);

/// One line of text, elided to `rect`; returns its width.
double paintText(QPainter& painter, const QRectF& rect, const QString& text, const QFont& font, const QColor& color,
                 Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter, Qt::TextElideMode elide = Qt::ElideRight);
double textWidth(const QFont& font, const QString& text);

/// Digits in cells of equal width, so that a running clock does not jitter (Qt before 6.7 has no font features).
void paintTabular(QPainter& painter, const QRectF& rect, const QString& text, const QFont& font, const QColor& color,
                  Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter);
double tabularWidth(const QFont& font, const QString& text);

} // namespace quarterdeck::ui::theme
