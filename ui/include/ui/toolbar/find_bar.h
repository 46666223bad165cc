#pragma once

#include "ui/theme/surface.h"
#include "ui/view/find_count.h"

class QToolButton;

namespace quarterdeck::ui {

class ActionRegistry;

namespace theme {
class SearchField;
class TextLabel;
} // namespace theme

/// Finds in the conversation: a field, what it found, and the way from one place to the next. Enter goes on,
/// Shift+Enter back, Esc closes. Hidden until it is opened. Thread: ui; theme and actions must outlive it.
class FindBar final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FindBar)

public:
    FindBar(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent = nullptr);

    /// Shows it with the keyboard in the field, what is there selected.
    void open();
    void close();
    [[nodiscard]] bool isOpen() const { return !isHidden(); }
    [[nodiscard]] QString typed() const;
    void setCount(const view::FindCount& count);

signals:
    void typedChanged(const QString& typed);
    void nextWanted();
    void previousWanted();
    void opened();
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    bool takeKey(int key, Qt::KeyboardModifiers modifiers);
    void retranslate();

    theme::SearchField* m_field;
    theme::TextLabel* m_count;
    QToolButton* m_close;
    view::FindCount m_shown;
};

} // namespace quarterdeck::ui
