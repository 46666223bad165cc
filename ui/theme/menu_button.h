#pragma once

#include "ui/theme/icons.h"

#include <QAbstractButton>

class QMenu;

namespace quarterdeck::ui::theme {

/// A flat button that opens a menu: icon, text, chevron, in a colour that may carry meaning (plum = private). Without
/// text (narrow windows), its accessible name still says what it is. Thread: ui; the theme must outlive it.
class MenuButton final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MenuButton)

public:
    explicit MenuButton(const ThemeController& theme, QWidget* parent = nullptr);

    void setLook(Icon icon, Color color);
    /// Opened below the button. Not owned.
    void setMenu(QMenu* menu) { m_menu = menu; }
    QMenu* menu() const { return m_menu; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const ThemeController& m_theme;
    QMenu* m_menu = nullptr;
    Icon m_icon = Icon::None;
    Color m_color = Color::Text2;
};

} // namespace quarterdeck::ui::theme
