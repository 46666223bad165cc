#pragma once

#include <QMessageBox>
#include <QPushButton>

namespace quarterdeck::ui::theme {

class ThemeController;

struct WarningWords
{
    QString title;   ///< of its window
    QString what;    ///< the question
    QString meaning; ///< the consequences, and what cannot be undone
    QString button;  ///< that does it
};
/// Asks before something that cannot be undone; Cancel is the default. Deletes itself when closed; show it with `open`.
/// `doIt` is the button that does it. The texts are shown literally. Thread: ui.
struct WarningBox
{
    QMessageBox* box;
    QPushButton* doIt;
};
[[nodiscard]] WarningBox makeWarningBox(const ThemeController& theme, const QString& objectName,
                                        const WarningWords& words, QWidget* parent);

} // namespace quarterdeck::ui::theme
