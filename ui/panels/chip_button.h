#pragma once

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

#include <QAbstractButton>
#include <vector>

namespace quarterdeck::ui {

/// Recipients as chips, clickable as one button (opens the menu of members).
class ChipButton final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChipButton)
public:
    explicit ChipButton(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setChips(std::vector<theme::ChipStyle> chips);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const theme::ThemeController& m_theme;
    std::vector<theme::ChipStyle> m_chips;
};

} // namespace quarterdeck::ui
