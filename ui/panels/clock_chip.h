#pragma once

#include <QFont>
#include <QWidget>

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// "Replay 09:46:52" on accent-soft, digits in cells so that it does not jitter. Thread: ui; `theme` must outlive it.
class ClockChip final : public QWidget
{
public:
    ClockChip(const theme::ThemeController& theme, QWidget* parent);

    /// "09:46:52"; empty hides it.
    void setClock(const QString& clock);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont font() const;

    const theme::ThemeController& m_theme;
    QString m_clock;
    QString m_word;
};

} // namespace quarterdeck::ui
