#pragma once

#include <QScrollArea>

namespace quarterdeck::ui {

/// As large as its content if the window has room for that; otherwise scrolled. The focus stays inside the content.
/// Thread: ui.
class AutoScrollArea final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AutoScrollArea)

public:
    /// `content` has a layout, and belongs to this area from now on. At least `usualWidth` wide if there is room.
    AutoScrollArea(const char* objectName, QWidget* content, int usualWidth, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    [[nodiscard]] int widthOf(const QSize& content) const;

    int m_usualWidth;
};

} // namespace quarterdeck::ui
