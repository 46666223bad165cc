#pragma once

#include "ui/theme/surface.h"

#include <QFrame>
#include <QString>

#include <functional>
#include <vector>

class QKeyEvent;
class QLineEdit;
class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
} // namespace theme

/// Ways to narrow down a search, shown below its field while that has the focus and is empty: each filter with an
/// example. The focus stays in the field, whose Up, Down, Enter and Escape it handles. A chosen one is put into the
/// field with the part after the colon selected, so that typing replaces it. Thread: ui; the theme must outlive it, the
/// field may be a sibling's child.
class FilterExamples final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterExamples)
public:
    /// Overlays its parent. `year`: for the date in the example.
    FilterExamples(const theme::ThemeController& theme, QLineEdit& field, std::function<int()> year, QWidget* parent);
    ~FilterExamples() override = default;

    /// "from:Bob", as it would be put into the field.
    [[nodiscard]] QString filterAt(int row) const { return m_rows[static_cast<std::size_t>(row)].filter; }
    [[nodiscard]] int count() const { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] QRect rowRect(int row) const;

    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;

private:
    struct Row
    {
        QString filter;
        QString words;
    };
    void retranslate();
    void refresh();
    void place();
    bool takeKey(int key);
    void setCurrent(int row);
    void choose(int row);
    [[nodiscard]] int rowAt(const QPoint& position) const;

    const theme::ThemeController& m_theme;
    QLineEdit& m_field;
    std::function<int()> m_year;
    std::vector<Row> m_rows;
    int m_current = -1;         ///< -1 = none
    bool m_isDismissed = false; ///< by Escape, until the field loses focus or something is typed
};

/// Offers what a search would find by now in addition: a line below the list, which moves nothing in it. Hidden while
/// there is nothing new. Thread: ui; the theme must outlive it.
class NewResultsBar final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewResultsBar)
public:
    explicit NewResultsBar(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// `hasMore`: at least this many.
    void setCount(int count, bool hasMore = false);

signals:
    void wanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QPushButton* m_show;
    int m_count = 0;
    bool m_hasMore = false;
};

} // namespace quarterdeck::ui
