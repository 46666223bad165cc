#pragma once

#include "ui/present/cost.h"

#include <QWidget>

#include <cstdint>
#include <vector>

class QPainter;

namespace quarterdeck::ui {

/// Positions of grid lines. Pure.

/// Multiples of 1, 2 or 5 times a power of ten from 0 to the first one that is not below `top`; about `wanted` of them.
[[nodiscard]] std::vector<double> valueTicks(double top, int wanted);

/// Whole seconds, minutes, hours or days on the clock between the two times (ms since the epoch, in local time:
/// `offsetMs` from UTC); at most `most`.
[[nodiscard]] std::vector<std::int64_t> timeTicks(std::int64_t from, std::int64_t to, std::int64_t offsetMs, int most);

/// Whether two of these ticks would have the same label in hours and minutes.
[[nodiscard]] bool needSeconds(const std::vector<std::int64_t>& ticks);

namespace theme {
class ThemeController;
}

/// What a session has used over time: a stacked area per member. Described in words for those who cannot see it.
/// Thread: ui; the theme must outlive it.
class CostChart final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CostChart)

public:
    enum class Quantity { Money, Tokens };

    explicit CostChart(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setCurve(const view::CostCurve& curve);
    void setQuantity(Quantity quantity);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Scale;
    [[nodiscard]] Scale scale() const;
    [[nodiscard]] const std::vector<double>& valuesOf(const view::CostCurve::Series& series) const;
    [[nodiscard]] double topOfAll() const;
    [[nodiscard]] QString amount(double value) const;
    void paintGrid(QPainter& painter, const Scale& scale) const;
    void paintAreas(QPainter& painter, const Scale& scale) const;
    void paintRounds(QPainter& painter, const Scale& scale) const;
    void paintBudget(QPainter& painter, const Scale& scale) const;
    void describe();

    const theme::ThemeController& m_theme;
    view::CostCurve m_curve;
    Quantity m_quantity = Quantity::Money;
};

} // namespace quarterdeck::ui
