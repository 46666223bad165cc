#include "ui/theme/labels.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextDocument>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace quarterdeck::ui::theme {

QString plainToolTip(const QString& text)
{
    return text.isEmpty() ? QString() : Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal);
}

namespace {

Measure lineHeightOf(TextRole role)
{
    switch (role) {
    case TextRole::Micro:
        return Measure::LhMicro;
    case TextRole::Meta:
        return Measure::LhMeta;
    case TextRole::Ui:
        return Measure::LhUi;
    case TextRole::Read:
        return Measure::LhRead;
    case TextRole::Head:
        return Measure::LhHead;
    case TextRole::Title:
        return Measure::LhTitle;
    case TextRole::Code:
        return Measure::LhCode;
    }
    return Measure::LhUi;
}

// The layout breaks lines only at these.
QString withLineSeparators(QString text) { return text.replace(QLatin1Char('\n'), QChar(QChar::LineSeparator)); }

// Breaks the text into lines of `width`, `lineHeight` apart; returns their total height.
double breakLines(QTextLayout& layout, double width, double lineHeight)
{
    // Breaks words wider than the label, too, such as paths and addresses.
    QTextOption option = layout.textOption();
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    double y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition(QPointF(0, y + (lineHeight - line.height()) / 2));
        y += lineHeight;
    }
    layout.endLayout();
    return y;
}

} // namespace

TextLabel::TextLabel(const ThemeController& theme, TextRole role, Color color, QFont::Weight weight, QWidget* parent)
    : QLabel(parent)
    , m_theme(theme)
    , m_role(role)
    , m_color(color)
    , m_weight(weight)
{
    setTextFormat(Qt::PlainText);
    dress();
    connect(&theme, &ThemeController::changed, this, &TextLabel::dress);
}

void TextLabel::setColor(Color color)
{
    m_color = color;
    dress();
}

void TextLabel::setWeight(QFont::Weight weight)
{
    m_weight = weight;
    dress();
}

void TextLabel::setElideMode(Qt::TextElideMode mode)
{
    m_elide = mode;
    QSizePolicy policy = sizePolicy();
    policy.setHorizontalPolicy(mode == Qt::ElideNone ? QSizePolicy::Preferred : QSizePolicy::Maximum);
    setSizePolicy(policy);
    updateGeometry();
}

void TextLabel::dress()
{
    setFont(m_theme.theme().font(m_role, m_weight));
    QPalette own = palette();
    own.setColor(QPalette::WindowText, m_theme.theme().color(m_color));
    own.setColor(QPalette::Disabled, QPalette::WindowText, m_theme.theme().color(Color::TextDisabled));
    m_dressed = own;
    setPalette(m_dressed);
    update();
}

QSize TextLabel::minimumSizeHint() const
{
    if (wordWrap())
        return {fontMetrics().averageCharWidth() * 12, m_theme.theme().px(lineHeightOf(m_role))};
    const QSize whole = QLabel::minimumSizeHint();
    if (m_elide == Qt::ElideNone)
        return whole;
    return {std::min(whole.width(), fontMetrics().averageCharWidth() * 4), whole.height()};
}

QSize TextLabel::sizeHint() const
{
    const QSize whole = QLabel::sizeHint();
    return wordWrap() ? QSize(whole.width(), heightForWidth(whole.width())) : whole;
}

// QLabel sets lines as tightly as the font has them; the design gives each size its own line height.
int TextLabel::heightForWidth(int width) const
{
    if (!wordWrap())
        return QLabel::heightForWidth(width);
    const QMargins margins = contentsMargins();
    QTextLayout layout(withLineSeparators(text()), font());
    // A layout also asks for widths that the label will never have.
    const double inner = std::max(1, std::min(width, maximumWidth()) - margins.left() - margins.right());
    const double height = breakLines(layout, inner, m_theme.theme().pxF(lineHeightOf(m_role)));
    return static_cast<int>(std::ceil(height)) + margins.top() + margins.bottom();
}

void TextLabel::paintWrapped()
{
    QTextLayout layout(withLineSeparators(text()), font());
    layout.setTextOption(QTextOption(alignment() & Qt::AlignHorizontal_Mask));
    const double height = breakLines(layout, contentsRect().width(), m_theme.theme().pxF(lineHeightOf(m_role)));
    const double spare = contentsRect().height() - height;
    const double top = alignment().testFlag(Qt::AlignTop) ? 0 : std::max(0.0, spare / 2);
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    layout.draw(&painter, QPointF(contentsRect().topLeft()) + QPointF(0, top));
}

void TextLabel::paintEvent(QPaintEvent* event)
{
    if (wordWrap()) {
        paintWrapped();
        return;
    }
    if (m_elide == Qt::ElideNone) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    paintText(painter, contentsRect(), text(), font(),
              palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText), alignment(),
              m_elide);
}

bool TextLabel::event(QEvent* event)
{
    // When the label gets another parent, a style sheet restores the palette it first saw.
    if (event->type() == QEvent::StyleChange && palette() != m_dressed)
        setPalette(m_dressed);
    if (event->type() == QEvent::ToolTip && m_elide != Qt::ElideNone && toolTip().isEmpty()
        && fontMetrics().horizontalAdvance(text()) > contentsRect().width()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainToolTip(text()), this);
        return true;
    }
    // A frame lower than its margins forgets them when the style changes.
    const QMargins margins = contentsMargins();
    const bool isTaken = QLabel::event(event);
    if (event->type() == QEvent::StyleChange && contentsMargins() != margins)
        setContentsMargins(margins);
    return isTaken;
}

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

BadgeLabel::BadgeLabel(const ThemeController& theme, QWidget* parent) : PaintedLabel(theme, parent) { hide(); }

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
    paintBadge(painter, theme, QRectF(rect()), m_text);
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
