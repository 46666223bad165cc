#pragma once

#include "ui/theme/icons.h"

#include <QAbstractButton>
#include <QPushButton>
#include <QToolButton>

class QAction;
class QMenu;

namespace quarterdeck::ui::theme {

class ThemeController;

/// Default is the marked default of a question: a 2 px amber outline. At most one Ask button per card.
enum class ButtonKind { Normal, Primary, Ask, Default, Flat, Link };
/// 28, 24, 32 (options and forms) and 36 px high.
enum class ButtonSize { Normal, Small, Option, Big };

/// A push button in the design's look; `objectName` is also how tests find it.
QPushButton* makeButton(const ThemeController& theme, const QString& objectName, const QString& text,
                        ButtonKind kind = ButtonKind::Normal, Icon icon = Icon::None,
                        ButtonSize size = ButtonSize::Normal, QWidget* parent = nullptr);
/// Changes the kind of a button made by makeButton (Answer turns amber once something is typed).
void setButtonKind(const ThemeController& theme, QPushButton& button, ButtonKind kind);
/// Changes its text; with an icon, the gap between them appears and disappears with the text.
void setButtonText(const ThemeController& theme, QPushButton& button, const QString& text);
/// Changes its icon; the colour follows its kind.
void setButtonIcon(const ThemeController& theme, QPushButton& button, Icon icon);

/// A square button with only an icon, 28 or 24 px. `name` is its accessible name and, with the shortcut, its tooltip.
QToolButton* makeIconButton(const ThemeController& theme, const QString& objectName, const QString& name, Icon icon,
                            ButtonSize size = ButtonSize::Normal, QWidget* parent = nullptr);
/// The same for an action: name, enabled, checked and tooltip follow it.
QToolButton* makeActionButton(const ThemeController& theme, QAction& action, Icon icon,
                              ButtonSize size = ButtonSize::Normal, QWidget* parent = nullptr);

/// Puts those buttons that are not hidden into one frame (pause, step, stop).
void joinAsSegments(const QList<QPushButton*>& buttons);

/// A menu text for use elsewhere: "&Quit" and "退出(&Q)" without the accelerator.
QString withoutMnemonic(const QString& text);

/// Foreign text made a menu text: each "&" is a letter there, not a shortcut.
QString withoutShortcut(QString text);

/// "Pause (F5)"
QString toolTipWithShortcut(const QString& name, const QKeySequence& shortcut);

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
