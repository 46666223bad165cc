#pragma once

#include "ui/theme/buttons.h"

class QLabel;
class QLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QVBoxLayout;

/// Building blocks of forms and dialogs. Their texts are set later, with the language. Thread: ui.
namespace quarterdeck::ui::theme {

class ThemeController;

[[nodiscard]] QPushButton* makeDialogButton(const ThemeController& theme, const char* objectName, QWidget* parent,
                                            ButtonKind kind = ButtonKind::Normal, Icon icon = Icon::None);
[[nodiscard]] QLabel* makeFieldLabel(const ThemeController& theme, QWidget* parent);
[[nodiscard]] QLineEdit* makeLineField(const char* objectName, QWidget* parent);
/// Several lines of plain text; `height` in px before the text scale.
[[nodiscard]] QPlainTextEdit* makeTextField(const ThemeController& theme, const char* objectName, int height,
                                            QWidget* parent);
[[nodiscard]] QSpinBox* makeNumberField(const ThemeController& theme, const char* objectName, int least, int most,
                                        QWidget* parent);
/// The label above its field.
void addField(QVBoxLayout& column, QLabel& label, QWidget& field);
/// The field's accessible name is the label's text.
void nameField(QLabel& label, const QString& text);
/// Deletes all widgets of the layout.
void removeAll(QLayout& layout);

} // namespace quarterdeck::ui::theme
