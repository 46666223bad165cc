#pragma once

#include "ui/theme/icons.h"
#include "ui/theme/surface.h"

#include <QKeySequence>
#include <QLineEdit>

class QAction;
class QHBoxLayout;
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

namespace quarterdeck::ui {

namespace theme {
class TextLabel;
} // namespace theme

/// A line below the channels with a field, and a word on what was typed. Esc closes it. Hidden until opened. Thread:
/// ui; the theme must outlive it.
class InputBar : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InputBar)

public:
    /// Shows it and focuses the field, with its text selected.
    void open();
    void close();
    [[nodiscard]] bool isOpen() const { return !isHidden(); }
    [[nodiscard]] QString typed() const;

signals:
    void typedChanged(const QString& typed);
    void opened();
    void closed();

protected:
    /// The parts bear this name with ".field", ".says" and ".close".
    InputBar(const theme::ThemeController& theme, const QString& name, theme::Icon icon, QWidget* parent);

    /// Between the field and the word on it.
    void addButton(QAction& action, theme::Icon icon);
    void name(const QString& name, const QString& placeholder);
    /// Describes what may be typed.
    void explain(const QString& words);
    /// `isVain`: what was typed leads nowhere.
    void showHint(const QString& words, bool isVain);
    /// Enter was pressed in the field.
    virtual void enter(Qt::KeyboardModifiers modifiers) = 0;
    virtual void retranslate() = 0;

    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    bool takeKey(int key, Qt::KeyboardModifiers modifiers);
    void resizeParts();

    QHBoxLayout* m_row;
    theme::SearchField* m_field;
    theme::TextLabel* m_says;
    QToolButton* m_close;
};

} // namespace quarterdeck::ui
