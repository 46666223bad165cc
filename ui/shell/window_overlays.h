#pragma once

#include <QWidget>

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// Lays a panel over one side of its parent, with a scrim over the rest: how panels appear in a window too narrow for
/// them. A click on the scrim or Esc closes it. The panel stays its child, hidden, until somebody else takes it.
/// Thread: ui.
class SideOverlay final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SideOverlay)

public:
    SideOverlay(const theme::ThemeController& theme, QWidget* parent);

    /// Takes `panel` as a child, `width` px wide at the left or right edge, and opens.
    void open(QWidget* panel, Qt::Edge side, int width);
    /// Closes and hides the panel, which it returns; null if none was open.
    QWidget* release();
    QWidget* panel() const { return m_panel; }

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();

    const theme::ThemeController& m_theme;
    QWidget* m_panel = nullptr;
    Qt::Edge m_side = Qt::LeftEdge;
    int m_width = 0;
};

/// Covers its parent and says what a drop would do. Transparent to the mouse. Thread: ui.
class DropOverlay final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DropOverlay)

public:
    DropOverlay(const theme::ThemeController& theme, QWidget* parent);

    void open();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    const theme::ThemeController& m_theme;
};

} // namespace quarterdeck::ui
