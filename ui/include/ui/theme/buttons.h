#pragma once

#include "ui/theme/icons.h"

#include <QPushButton>
#include <QToolButton>

class QAction;

namespace quarterdeck::ui::theme {

class ThemeController;

/// Default is the marked default of a question: a 2 px amber outline. At most one Ask button per card.
enum class ButtonKind { Normal, Primary, Ask, Default, Flat, Link };
/// 28, 24, 32 (options and forms) and 36 px high.
enum class ButtonSize { Normal, Small, Option, Big };

/// A push button in the look of the design; `objectName` is also what tests find it by.
QPushButton* makeButton(const ThemeController& theme, const QString& objectName, const QString& text,
                        ButtonKind kind = ButtonKind::Normal, Icon icon = Icon::None,
                        ButtonSize size = ButtonSize::Normal, QWidget* parent = nullptr);
/// Changes the kind of a button made by makeButton (Answer turns amber when something is typed).
void setButtonKind(const ThemeController& theme, QPushButton& button, ButtonKind kind);
/// Changes its words; with an icon, the gap between them comes and goes with the words.
void setButtonText(const ThemeController& theme, QPushButton& button, const QString& text);
/// Changes its icon; the colour follows its kind.
void setButtonIcon(const ThemeController& theme, QPushButton& button, Icon icon);

/// A square button of an icon alone, 28 or 24 px. `name` is its accessible name and, with the shortcut, its tooltip.
QToolButton* makeIconButton(const ThemeController& theme, const QString& objectName, const QString& name, Icon icon,
                            ButtonSize size = ButtonSize::Normal, QWidget* parent = nullptr);
/// The same for an action: name, enabled, checked and tooltip follow it.
QToolButton* makeActionButton(const ThemeController& theme, QAction& action, Icon icon,
                              ButtonSize size = ButtonSize::Normal, QWidget* parent = nullptr);

/// Gives those of the buttons that are not hidden one frame (pause, step, stop).
void joinAsSegments(const QList<QPushButton*>& buttons);

/// A menu's text as it is named elsewhere: "&Quit" and "退出(&Q)" without the accelerator.
QString withoutMnemonic(const QString& text);

/// What others wrote as a menu's text: its "&" are letters there and make no shortcuts.
QString withoutShortcut(QString text);

/// "Pause (F5)"
QString toolTipWithShortcut(const QString& name, const QKeySequence& shortcut);

} // namespace quarterdeck::ui::theme
