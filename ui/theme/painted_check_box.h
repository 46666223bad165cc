#pragma once

#include <QCheckBox>

namespace quarterdeck::ui::theme {

class ThemeController;

/// A check box of 16 px in the look of the design: filled with the accent when it is on. Thread: ui; the theme must
/// outlive it.
class PaintedCheckBox final : public QCheckBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PaintedCheckBox)
public:
    explicit PaintedCheckBox(const ThemeController& theme, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] bool hitButton(const QPoint& position) const override { return rect().contains(position); }

private:
    const ThemeController& m_theme;
};

} // namespace quarterdeck::ui::theme
