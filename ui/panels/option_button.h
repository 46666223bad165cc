#pragma once

#include "ui/theme/theme_controller.h"

#include <QPushButton>
#include <vector>

namespace quarterdeck::ui {

/// An answer to choose. A long label wraps, up to four lines. A past one is drawn flat and inactive.
class OptionButton final : public QPushButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OptionButton)
public:
    struct Look
    {
        QString label;
        bool isDefault = false;
        bool isPast = false;
    };
    OptionButton(const theme::ThemeController& theme, Look look, QWidget* parent);

    /// Whether the label needs a row of its own among others of `width`.
    [[nodiscard]] bool isWiderThan(int width) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont labelFont() const;
    [[nodiscard]] int innerWidth(int width) const;
    [[nodiscard]] std::vector<QString> linesFor(int width) const;

    const theme::ThemeController& m_theme;
    Look m_look;
};

} // namespace quarterdeck::ui
