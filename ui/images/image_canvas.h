#pragma once

#include "ui/theme/theme.h"

#include <QImage>
#include <QWidget>

namespace quarterdeck::ui {

/// Shows one image: fitted at first, zoomed by wheel around the pointer, moved by dragging. Beyond twice its size it is
/// never smoothed, since one is then looking at pixels. Thread: ui.
class ImageCanvas final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImageCanvas)
public:
    explicit ImageCanvas(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// `reduced` is the same image with at most `reducedSide` px a side, for drawing it small.
    void setImage(const QImage& image, const QImage& reduced);
    void clear();
    [[nodiscard]] const QImage& image() const { return m_image; }
    /// Screen pixels per pixel of the image.
    [[nodiscard]] double zoom() const { return m_zoom; }
    /// The image point at the centre of the window, in image pixels.

    void zoomBy(double factor);
    void fit(); ///< the whole image, never larger than it is
    void moveBy(const QPointF& screenPixels);

    static constexpr int reducedSide = 2048;

signals:
    void zoomChanged(double zoom);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] double fittingZoom() const;
    [[nodiscard]] QRectF imageRect() const;
    void zoomAround(const QPointF& point, double factor);
    void keepInside();
    void paintGround(QPainter& painter, const QRectF& place) const;

    const theme::ThemeController& m_theme;
    QImage m_image;
    QImage m_reduced;
    QPointF m_centre;
    QPointF m_dragFrom;
    double m_zoom = 1.0;
    bool m_isFitted = true;
    bool m_isDragging = false;
};

} // namespace quarterdeck::ui
