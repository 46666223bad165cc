#include "ui/theme/painted_labels.h"

#include "ui/theme/theme_controller.h"

#include <QPainter>

namespace quarterdeck::ui::theme {

PaintedLabel::PaintedLabel(const ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&theme, &ThemeController::changed, this, &PaintedLabel::refresh);
}

QSize PaintedLabel::sizeHint() const { return wantedSize(m_theme.theme()); }

void PaintedLabel::refresh()
{
    updateGeometry();
    update();
}

void PaintedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintLabel(painter, m_theme.theme());
}

AvatarLabel::AvatarLabel(const ThemeController& theme, Measure size, Color surface, QWidget* parent)
    : PaintedLabel(theme, parent)
    , m_size(size)
    , m_surface(surface)
{ }

void AvatarLabel::setLook(const AvatarStyle& look, const QString& name)
{
    m_look = look;
    setAccessibleName(name);
    update();
}

// The helm extends 4 px beyond the avatar; a small avatar has none.
QSize AvatarLabel::wantedSize(const Theme& theme) const
{
    const bool hasHelm = m_look.isLeader && m_size != Measure::AvatarSmall;
    const int size = theme.px(m_size) + (hasHelm ? theme.px(4) : 0);
    return {size, size};
}

void AvatarLabel::paintLabel(QPainter& painter, const Theme& theme)
{
    const double size = theme.px(m_size);
    paintAvatar(painter, theme, QRectF(0, 0, size, size), m_look, m_surface);
}

GlyphLabel::GlyphLabel(const ThemeController& theme, double size, QWidget* parent)
    : PaintedLabel(theme, parent)
    , m_size(size)
{ }

void GlyphLabel::setGlyph(StateGlyph glyph)
{
    m_glyph = glyph;
    update();
}

QSize GlyphLabel::wantedSize(const Theme& theme) const { return {theme.px(m_size), theme.px(m_size)}; }

void GlyphLabel::paintLabel(QPainter& painter, const Theme& theme)
{
    paintStateGlyph(painter, theme, QRectF(rect()), m_glyph);
}

IconLabel::IconLabel(const ThemeController& theme, Icon icon, Color color, double size, QWidget* parent)
    : PaintedLabel(theme, parent)
    , m_icon(icon)
    , m_color(color)
    , m_size(size)
{ }

void IconLabel::setIcon(Icon icon, Color color)
{
    m_icon = icon;
    m_color = color;
    update();
}

QSize IconLabel::wantedSize(const Theme& theme) const { return {theme.px(m_size), theme.px(m_size)}; }

void IconLabel::paintLabel(QPainter& painter, const Theme& theme)
{
    paintIcon(painter, m_icon, QRectF(rect()), theme.px(m_size), theme.color(m_color));
}

BadgeLabel::BadgeLabel(const ThemeController& theme, BadgeTone tone, QWidget* parent)
    : PaintedLabel(theme, parent)
    , m_tone(tone)
{
    hide();
}

void BadgeLabel::setCount(int count)
{
    m_text = QString::number(count);
    setAccessibleName(m_text);
    setVisible(count > 0);
    refresh();
}

QSize BadgeLabel::wantedSize(const Theme& theme) const { return badgeSize(theme, m_text); }

void BadgeLabel::paintLabel(QPainter& painter, const Theme& theme)
{
    paintBadge(painter, theme, QRectF(rect()), m_text, m_tone);
}

KeyCapLabel::KeyCapLabel(const ThemeController& theme, QWidget* parent) : PaintedLabel(theme, parent) { hide(); }

void KeyCapLabel::setKeys(const QKeySequence& keys) { setText(keyCapText(keys)); }

void KeyCapLabel::setText(const QString& text)
{
    m_text = text;
    setAccessibleName(text);
    setVisible(!text.isEmpty());
    refresh();
}

QSize KeyCapLabel::wantedSize(const Theme& theme) const { return keyCapSize(theme, m_text); }

void KeyCapLabel::paintLabel(QPainter& painter, const Theme& theme)
{
    paintKeyCap(painter, theme, QRectF(rect()), m_text);
}

RingLabel::RingLabel(const ThemeController& theme, double size, QWidget* parent)
    : PaintedLabel(theme, parent)
    , m_size(size)
{ }

void RingLabel::setRemaining(double part, bool isUrgent)
{
    m_remaining = part;
    m_isUrgent = isUrgent;
    update();
}

QSize RingLabel::wantedSize(const Theme& theme) const { return {theme.px(m_size), theme.px(m_size)}; }

void RingLabel::paintLabel(QPainter& painter, const Theme& theme)
{
    paintDeadlineRing(painter, theme, QRectF(rect()), m_remaining, m_isUrgent);
}

ChipLabel::ChipLabel(const ThemeController& theme, QWidget* parent) : PaintedLabel(theme, parent) { }

void ChipLabel::setLook(const ChipStyle& look)
{
    m_look = look;
    setAccessibleName(look.text);
    refresh();
}

QSize ChipLabel::wantedSize(const Theme& theme) const { return chipSize(theme, m_look); }

void ChipLabel::paintLabel(QPainter& painter, const Theme& theme) { paintChip(painter, theme, QRectF(rect()), m_look); }

} // namespace quarterdeck::ui::theme
