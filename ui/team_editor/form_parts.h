#pragma once

#include "conversation/role.h"

#include <QString>
#include <set>
#include <string>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QVBoxLayout;
class QWidget;

/// What the forms of the team editor are made of. Thread: ui.
namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

[[nodiscard]] QLabel* makeFieldLabel(const theme::ThemeController& theme, QWidget* parent);
[[nodiscard]] QLineEdit* makeLineField(const char* name, QWidget* parent);
/// `height` in px before the text scale.
[[nodiscard]] QPlainTextEdit* makeTextField(const theme::ThemeController& theme, const char* name, int height,
                                            QWidget* parent);
[[nodiscard]] QSpinBox* makeNumberField(const theme::ThemeController& theme, const char* name, int least, int most,
                                        QWidget* parent);
/// The label over its field.
void addField(QVBoxLayout& column, QLabel& label, QWidget& field);
/// The field's accessible name is the label's text.
void nameField(QLabel& label, const QString& text);

/// "Alice, Bob" and back.
[[nodiscard]] QString listText(const std::set<std::string>& names);
[[nodiscard]] std::set<std::string> listIn(const QString& text);

} // namespace quarterdeck::ui
