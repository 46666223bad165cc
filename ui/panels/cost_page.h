#pragma once

#include "ui/present/cost.h"
#include "ui/theme/surface.h"

class QGridLayout;
class QLabel;
class QScrollArea;

namespace quarterdeck::ui {

class CostChart;
class DataTable;
namespace theme {
class SegmentedChoice;
}

/// A session's cost, shown in place of its conversation. Thread: ui; the theme must outlive it.
class CostPage final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CostPage)

public:
    explicit CostPage(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setCost(view::Cost cost);
    [[nodiscard]] const view::Cost& cost() const { return m_cost; }

signals:
    /// The message that a call produced.
    void messageRequested(quarterdeck::conversation::EventSeq seq);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void restyle();
    void arrangeFigures();
    void retranslate();
    void fill();
    void fillFigures();
    void fillLines();
    void fillLargest();
    void chooseQuantity(int index);

    const theme::ThemeController& m_theme;
    view::Cost m_cost;
    bool m_isQuantityChosen = false; ///< by the person; otherwise money where it is known
    QScrollArea* m_scroll;
    QWidget* m_content;
    QLabel* m_empty;
    QGridLayout* m_figures;
    QWidget* m_timeHead;
    QLabel* m_timeTitle;
    theme::SegmentedChoice* m_quantity;
    CostChart* m_chart;
    QLabel* m_linesTitle;
    DataTable* m_lines;
    QLabel* m_largestTitle;
    DataTable* m_largest;
};

} // namespace quarterdeck::ui
