#include "ui/images/image_canvas.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

namespace {
constexpr double largestZoom = 32.0;
constexpr double pixelsFrom = 2.0;
constexpr double margin = 16;
constexpr double squareSide = 8; ///< of the ground that shows through
constexpr double wheelNotch = 120;
constexpr double zoomPerNotch = 1.2;
} // namespace

ImageCanvas::ImageCanvas(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("imageCanvas"));
    setAccessibleName(tr("Image"));
    setMouseTracking(false);
    connect(&theme, &theme::ThemeController::changed, this, qOverload<>(&QWidget::update));
}

void ImageCanvas::setImage(const QImage& image, const QImage& reduced)
{
    m_image = image;
    m_reduced = reduced;
    fit();
}

void ImageCanvas::clear() { setImage({}, {}); }

double ImageCanvas::fittingZoom() const
{
    if (m_image.isNull())
        return 1.0;
    const double room = 2 * m_theme.theme().pxF(theme::Measure::Sp4) + margin;
    const double across = std::max(1.0, width() - room) / m_image.width();
    const double down = std::max(1.0, height() - room) / m_image.height();
    return std::min({across, down, 1.0});
}

void ImageCanvas::fit()
{
    m_isFitted = true;
    m_zoom = fittingZoom();
    m_centre = QPointF(m_image.width() / 2.0, m_image.height() / 2.0);
    setCursor(Qt::ArrowCursor);
    update();
    emit zoomChanged(m_zoom);
}

void ImageCanvas::zoomBy(double factor) { zoomAround(QPointF(width() / 2.0, height() / 2.0), factor); }

void ImageCanvas::zoomAround(const QPointF& point, double factor)
{
    if (m_image.isNull())
        return;
    const double least = std::min(fittingZoom(), 1.0);
    const double next = std::clamp(m_zoom * factor, least, largestZoom);
    // What is under the pointer stays there.
    const QPointF fromMiddle = point - QPointF(width() / 2.0, height() / 2.0);
    m_centre += fromMiddle / m_zoom - fromMiddle / next;
    m_zoom = next;
    m_isFitted = std::abs(next - fittingZoom()) < 1e-9;
    setCursor(m_isFitted ? Qt::ArrowCursor : Qt::OpenHandCursor);
    keepInside();
    update();
    emit zoomChanged(m_zoom);
}

void ImageCanvas::moveBy(const QPointF& screenPixels)
{
    m_centre -= screenPixels / m_zoom;
    keepInside();
    update();
}

/// The image cannot get lost: its edge stops halfway, and a small one stays centred.
void ImageCanvas::keepInside()
{
    const auto keep = [this](double centre, int side, int room) {
        const double half = room / 2.0 / m_zoom;
        return side <= 2 * half ? side / 2.0 : std::clamp(centre, half, side - half);
    };
    m_centre = {keep(m_centre.x(), m_image.width(), width()), keep(m_centre.y(), m_image.height(), height())};
}

QRectF ImageCanvas::imageRect() const
{
    const QPointF corner = QPointF(width() / 2.0, height() / 2.0) - m_centre * m_zoom;
    return {QPointF(std::round(corner.x()), std::round(corner.y())), QSizeF(m_image.size()) * m_zoom};
}

void ImageCanvas::paintGround(QPainter& painter, const QRectF& place) const
{
    const theme::Theme& look = m_theme.theme();
    const QRect area = place.toAlignedRect().intersected(rect());
    painter.fillRect(area, look.color(theme::Color::BgRaised));
    if (!m_image.hasAlphaChannel())
        return;
    const int side = static_cast<int>(squareSide);
    QPixmap tile(2 * side, 2 * side);
    tile.fill(look.color(theme::Color::BgRaised));
    QPainter squares(&tile);
    squares.fillRect(0, 0, side, side, look.color(theme::Color::BgHover));
    squares.fillRect(side, side, side, side, look.color(theme::Color::BgHover));
    squares.end();
    painter.drawTiledPixmap(area, tile);
}

void ImageCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.theme().color(theme::Color::BgSunken));
    if (m_image.isNull())
        return;
    const QRectF place = imageRect();
    paintGround(painter, place);
    const bool isSmall = place.width() <= m_reduced.width() * 1.01;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, m_zoom < pixelsFrom);
    if (isSmall)
        painter.drawImage(place, m_reduced);
    else
        painter.drawImage(place, m_image);
}

void ImageCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_isFitted)
        fit();
    else
        keepInside();
}

void ImageCanvas::wheelEvent(QWheelEvent* event)
{
    zoomAround(event->position(), std::pow(zoomPerNotch, event->angleDelta().y() / wheelNotch));
    event->accept();
}

void ImageCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_isDragging = true;
    m_dragFrom = event->position();
    if (!m_isFitted)
        setCursor(Qt::ClosedHandCursor);
}

void ImageCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isDragging)
        return;
    moveBy(event->position() - m_dragFrom);
    m_dragFrom = event->position();
}

void ImageCanvas::mouseReleaseEvent(QMouseEvent*)
{
    m_isDragging = false;
    setCursor(m_isFitted ? Qt::ArrowCursor : Qt::OpenHandCursor);
}

void ImageCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_isFitted)
        zoomAround(event->position(), 1.0 / m_zoom * (m_zoom < 1.0 ? 1.0 : pixelsFrom));
    else
        fit();
}

} // namespace quarterdeck::ui
