#pragma once

#include "ui/present/cost.h"

#include <QWidget>

class QPainter;

namespace quarterdeck::ui {

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
