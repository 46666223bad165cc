#pragma once

#include "ui/theme/icons.h"

#include <QKeySequence>
#include <QLineEdit>

namespace quarterdeck::ui::theme {

class IconLabel;
class KeyCapLabel;
class ThemeController;

/// A line edit with an icon, by itself a magnifier, and at its end the key that leads to it (gone while there is text).
/// Esc empties it. Thread: ui; the theme must outlive it.
class SearchField final : public QLineEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SearchField)

public:
    explicit SearchField(const ThemeController& theme, QWidget* parent = nullptr, Icon icon = Icon::Search);

    void setKeys(const QKeySequence& keys);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void place();

    const ThemeController& m_theme;
    IconLabel* m_icon;
    KeyCapLabel* m_keyCap;
    QKeySequence m_keys;
};

} // namespace quarterdeck::ui::theme
