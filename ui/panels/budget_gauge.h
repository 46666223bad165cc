#pragma once

#include <QAbstractButton>

#include <cstdint>
#include <optional>

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// The session's cost, out of its budget, over a bar of 4 px. From 80 % of the budget on it is amber with a sign; it is
/// never red. A click asks to change the budget. Thread: ui; the theme must outlive it.
class BudgetGauge final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BudgetGauge)

public:
    explicit BudgetGauge(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// `unpricedTokens`: all so far, if some have no price, so that a budget in money cannot be kept.
    void setValues(std::optional<double> dollars, std::optional<double> budget, std::int64_t unpricedTokens = 0);
    /// What a minute of work uses, in words; empty = unknown.
    void setBurn(const QString& words);
    /// Least: what it cost, and the bar.
    enum class Room { Wide, Narrow, Least };
    void setRoom(Room room);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    double part() const;
    QString spent(const QString& unknown) const;
    void retranslate();

    const theme::ThemeController& m_theme;
    std::optional<double> m_dollars;
    std::optional<double> m_budget;
    std::int64_t m_unpricedTokens = 0;
    QString m_burn;
    Room m_room = Room::Wide;
};

} // namespace quarterdeck::ui
