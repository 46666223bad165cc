#pragma once

#include "model/conversation/ids.h"
#include "ui/panels/replay_bar.h"

#include <QString>

#include <vector>

namespace quarterdeck::ui {

struct TimelineTick
{
    conversation::Timestamp time;
    QString label;

    friend bool operator==(const TimelineTick&, const TimelineTick&) = default;
};

/// The axis of a session from `start` to `end`: first the start, last the end, between them at most `most` round local
/// times. Seconds are shown below five minutes, days from two days on. Of neighbours that read the same, one stays. A
/// single tick if the session has no length. Pure.
[[nodiscard]] std::vector<TimelineTick> timelineTicks(conversation::Timestamp start, conversation::Timestamp end,
                                                      int most);

/// The painted timeline: marks, density, who spoke, axis, and the draggable head. Left and Right step, Home and End
/// jump, Page Up and Page Down move a tenth of the session.
class ReplayTimeline final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReplayTimeline)
public:
    /// Space needed on either side of the session so that the head is complete at both ends; in design pixels.
    static constexpr double edge = 6;

    explicit ReplayTimeline(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setTimeline(TimelineState timeline);
    /// `isTold`: whether times are announced, rather than only drawn.
    void setTime(conversation::Timestamp time, bool isTold);
    void retranslate();
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void timeChosen(quarterdeck::conversation::Timestamp time);
    void stepped(int direction);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] double u(double designPixels) const; ///< at the chosen text size
    [[nodiscard]] double left() const;                 ///< where the session begins
    [[nodiscard]] double span() const;                 ///< how wide it is
    [[nodiscard]] double xOf(conversation::Timestamp time) const;
    [[nodiscard]] conversation::Timestamp timeAt(double x) const;
    [[nodiscard]] conversation::Timestamp endOf(const TimelineState::Mark& mark) const;
    [[nodiscard]] QRectF boxOf(const TimelineState::Mark& mark) const;
    [[nodiscard]] const TimelineState::Mark* markAt(const QPointF& position) const;
    [[nodiscard]] double step() const; ///< width of a bucket
    void choose(const QPointF& position);
    void paintPrivateSpans(QPainter& painter) const;
    void paintDensity(QPainter& painter) const;
    void paintGaps(QPainter& painter) const;
    void paintGap(QPainter& painter, double left, double right, std::int64_t length) const;
    void paintSpeakers(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    void paintHead(QPainter& painter) const;

    const theme::ThemeController& m_theme;
    TimelineState m_timeline;
    conversation::Timestamp m_time;
    bool m_areTimesTold = true;
};

} // namespace quarterdeck::ui
