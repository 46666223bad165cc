#pragma once

#include <QWidget>

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

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
