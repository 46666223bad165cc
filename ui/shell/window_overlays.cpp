#include "ui/shell/window_overlays.h"

#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace quarterdeck::ui {

SideOverlay::SideOverlay(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("sideOverlay"));
    hide();
    parent->installEventFilter(this);
}

void SideOverlay::open(QWidget* panel, Qt::Edge side, int width)
{
    m_panel = panel;
    m_side = side;
    m_width = width;
    panel->setParent(this);
    place();
    panel->show();
    show();
    raise();
    panel->setFocus(Qt::OtherFocusReason);
}

QWidget* SideOverlay::release()
{
    QWidget* panel = m_panel;
    m_panel = nullptr;
    hide();
    if (panel != nullptr)
        panel->hide();
    return panel;
}

bool SideOverlay::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        place();
    return QWidget::eventFilter(watched, event);
}

void SideOverlay::place()
{
    setGeometry(parentWidget()->rect());
    if (m_panel == nullptr)
        return;
    const int wide = std::min(m_width, width());
    m_panel->setGeometry(m_side == Qt::LeftEdge ? 0 : width() - wide, 0, wide, height());
}

void SideOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.theme().color(theme::Color::Scrim));
    if (m_panel == nullptr)
        return;
    // The panels' own edge towards the page, as when they are beside it.
    const QRect line = m_side == Qt::LeftEdge ? QRect(m_panel->geometry().right() + 1, 0, 1, height())
                                              : QRect(m_panel->geometry().left() - 1, 0, 1, height());
    painter.fillRect(line, m_theme.theme().color(theme::Color::Line2));
}

void SideOverlay::mousePressEvent(QMouseEvent*) { emit closeRequested(); }

void SideOverlay::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit closeRequested();
    else
        QWidget::keyPressEvent(event);
}

void SideOverlay::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

using theme::Color;
using theme::Measure;

namespace {
constexpr double boxWidth = 340;
constexpr double boxHeight = 64;
constexpr double iconSize = 20;
constexpr double gap = 10;
} // namespace

DropOverlay::DropOverlay(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("dropHint"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    retranslate();
}

void DropOverlay::open()
{
    setGeometry(parentWidget()->rect());
    show();
    raise();
}

void DropOverlay::retranslate() { setAccessibleName(tr("Drop to open or import")); }

void DropOverlay::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void DropOverlay::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), look.color(Color::Scrim));
    QRectF box(0, 0, look.px(boxWidth), look.px(boxHeight));
    box.moveCenter(QRectF(rect()).center());
    painter.setPen(QPen(look.color(Color::Accent), look.measure(Measure::FocusWidth)));
    painter.setBrush(look.color(Color::BgWindow));
    painter.drawRoundedRect(box, look.measure(Measure::R3), look.measure(Measure::R3));
    const QFont font = look.font(theme::TextRole::Head, QFont::DemiBold);
    const double icon = look.px(iconSize);
    const double content = icon + look.px(gap) + theme::textWidth(font, accessibleName());
    const double left = box.center().x() - content / 2;
    theme::paintIcon(painter, theme::Icon::Download, QRectF(left, box.top(), icon, box.height()), look.px(iconSize),
                     look.color(Color::Accent));
    theme::paintText(painter, QRectF(left + icon + look.px(gap), box.top(), box.right() - left, box.height()),
                     accessibleName(), font, look.color(Color::Text1));
}

} // namespace quarterdeck::ui
