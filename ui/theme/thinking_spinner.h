#pragma once

#include <QObject>
#include <QTimer>

namespace quarterdeck::ui::theme {

class ThemeController;

/// Turns the arc of the thinking glyph, once in 1.6 s: besides the caret, the only thing that moves by itself. Stands
/// still if the style says that widgets are not animated. Ticks only while started. Thread: ui; the theme must outlive
/// it.
class ThinkingSpinner final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ThinkingSpinner)

public:
    explicit ThinkingSpinner(const ThemeController& theme, QObject* parent = nullptr);

    void setRunning(bool on);
    double turn() const { return m_turn; }

signals:
    void turned(double turn); ///< 0 … 1

private:
    const ThemeController& m_theme;
    QTimer m_timer;
    double m_turn = 0;
};

} // namespace quarterdeck::ui::theme
