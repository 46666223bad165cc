#pragma once

#include "ui/theme/theme.h"
#include "ui/transcript/transcript_values.h"

#include <QAbstractSlider>
#include <QTimer>
#include <optional>
#include <vector>

namespace quarterdeck::ui::transcript {

/// The scroll bar of a channel: its value is the first visible ordinal, since no page can lay out a million rows; the
/// thumb also moves within a row. Shows marks. It asks for places and never scrolls pixels; while a requested place is
/// not painted yet, only the newest request is kept. Thread: ui.
class ScrollMap final : public QAbstractSlider
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScrollMap)
public:
    explicit ScrollMap(QWidget* parent = nullptr);

    void setTheme(const theme::Theme& theme);
    void setTotal(std::int64_t total);
    void setInSight(const VisibleRows& rows);
    void setMarks(std::vector<ScrollMark> marks);
    /// The requested place is on the screen: the newest request may follow.
    void placeReached();

    [[nodiscard]] std::int64_t total() const { return m_total; }
    /// Where the thumb is drawn.
    [[nodiscard]] QRect thumbRect() const;
    [[nodiscard]] QRect markRect(const ScrollMark& mark) const;
    /// Marks as drawn: those that touch are merged.
    struct Band
    {
        ScrollMark::Kind kind;
        QRect rect;
    };
    [[nodiscard]] const std::vector<Band>& bands() const;
    [[nodiscard]] QSize sizeHint() const override;

    /// What the person wants: a row at the top, the end if `toEnd`, a mark in the middle if `isMark`.
    struct Wish
    {
        conversation::Ordinal ordinal;
        bool toEnd = false;
        bool isMark = false;
        double part = 0; ///< fraction of the row's height to be above the view
    };

signals:
    void placeRequested(const quarterdeck::ui::transcript::ScrollMap::Wish& wish);

protected:
    /// A tool tip names the mark under the pointer.
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void sliderChange(SliderChange change) override;

private:
    void want(const Wish& wish);
    /// From what is in sight.
    void takeValue();
    void grabThumb(int y);
    void dragTo(int y);
    bool needsEdge() const;
    void paintThumb(QPainter& painter, bool isEdge) const;
    /// Private chats are below the thumb, everything else above it.
    void paintMarks(QPainter& painter, bool isUnderThumb) const;
    void retranslate();
    [[nodiscard]] const ScrollMark* markAt(int y) const;
    /// In rows and fractions of them.
    [[nodiscard]] double top() const { return static_cast<double>(m_rows.first.value) + m_rows.above; }
    [[nodiscard]] double bottom() const { return static_cast<double>(m_rows.last.value + 1) - m_rows.below; }
    [[nodiscard]] double outOfSight() const;

    theme::Theme m_theme;
    std::vector<ScrollMark> m_marks;
    mutable std::vector<Band> m_bands; ///< of a million rows' marks, which are painted with every wheel step
    mutable std::int64_t m_bandsTotal = -1;
    mutable int m_bandsHeight = 0;
    std::int64_t m_total = 0;
    VisibleRows m_rows{};
    bool m_isTelling = false;         ///< the value is being set by the page
    std::optional<int> m_grabbedAt;   ///< within the thumb, while it is dragged
    std::optional<int> m_thumbTop;    ///< while it is dragged
    std::optional<int> m_pressedMark; ///< where a press hit a mark, until the pointer moves or is released
    std::optional<Wish> m_waiting;
    QTimer m_patience; ///< active while a request is pending
};

} // namespace quarterdeck::ui::transcript
