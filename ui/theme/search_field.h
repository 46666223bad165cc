#pragma once

#include "ui/theme/icons.h"

#include <QKeySequence>
#include <QLineEdit>

class QToolButton;

namespace quarterdeck::ui::theme {

class IconLabel;
class KeyCapLabel;
class ThemeController;

/// A line edit with an icon, by default a magnifier; at its end either the key that leads to it or, while there is text
/// and if wanted, a button that clears it, as Esc does. Thread: ui; the theme must outlive it.
class SearchField final : public QLineEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SearchField)

public:
    explicit SearchField(const ThemeController& theme, QWidget* parent = nullptr, Icon icon = Icon::Search);

    void setKeys(const QKeySequence& keys);
    void setClearable(bool isClearable);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void place();
    void retranslate();

    const ThemeController& m_theme;
    IconLabel* m_icon;
    KeyCapLabel* m_keyCap;
    QToolButton* m_clear;
    bool m_isClearable = false;
    QKeySequence m_keys;
};

} // namespace quarterdeck::ui::theme
