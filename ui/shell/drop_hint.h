#pragma once

#include <QWidget>

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// Says over its whole parent what a drop would do. The mouse goes through it. Thread: ui.
class DropHint final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DropHint)

public:
    DropHint(const theme::ThemeController& theme, QWidget* parent);

    void open();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    const theme::ThemeController& m_theme;
};

} // namespace quarterdeck::ui
