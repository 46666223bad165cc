#include "ui/shell/side_overlay.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

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

} // namespace quarterdeck::ui
