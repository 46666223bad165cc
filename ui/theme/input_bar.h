#pragma once

#include "ui/theme/icons.h"
#include "ui/theme/surface.h"

class QAction;
class QHBoxLayout;
class QToolButton;

namespace quarterdeck::ui {

namespace theme {
class SearchField;
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
