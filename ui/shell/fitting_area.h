#pragma once

#include <QScrollArea>

namespace quarterdeck::ui {

/// As large as what is in it, where the window has room for that; else that is scrolled. The focus stays with what is
/// in it. Thread: ui.
class FittingArea final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FittingArea)

public:
    /// `content` has a layout, and is this area's from here on. It is at least `usualWidth` wide where there is room.
    FittingArea(const char* objectName, QWidget* content, int usualWidth, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    [[nodiscard]] int widthOf(const QSize& content) const;

    int m_usualWidth;
};

} // namespace quarterdeck::ui
