#pragma once

#include "model/conversation/ids.h"
#include "ui/present/open_session.h"
#include "ui/theme/theme.h"

#include <QKeySequence>
#include <QWidget>
#include <cstdint>
#include <vector>

class QHBoxLayout;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace quarterdeck::ui::theme {
class KeyCapLabel;
class PaintedCheckBox;
class Surface;
class TextLabel;
} // namespace quarterdeck::ui::theme

namespace quarterdeck::ui {

class ReplayTimeline;

/// The shortcuts of the bar's actions, for tooltips and the key cap.
struct ReplayKeys
{
    QKeySequence play;
    QKeySequence stepBackward;
    QKeySequence stepForward;
    QKeySequence nextQuestion;
    QKeySequence end;
};

/// The replay bar over centre and docks: timeline above, controls below; 108 px at 100 % text. What does not fit is
/// hidden, least important first. A view: reports by signals what the person wants. Thread: ui.
class ReplayBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReplayBar)
public:
    explicit ReplayBar(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setTimeline(TimelineState timeline);
    void setMoment(const ReplayState& moment);
    void setKeys(const ReplayKeys& keys);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void playToggled();
    void stepForwardClicked();
    void stepBackwardClicked();
    void nextQuestionClicked();
    void endClicked();
    void leaveClicked();
    void speedChosen(double factor);
    void gapsShortenedChosen(bool on);
    void timeChosen(quarterdeck::conversation::Timestamp time);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Clock;
    void buildControls();
    void connectControls();
    void applyTheme();
    void retranslate();
    [[nodiscard]] int outside() const;
    void showPlace();
    void fitControls();
    void showSpeedMenu();

    const theme::ThemeController& m_theme;
    ReplayState m_moment;
    ReplayKeys m_keys;
    ReplayTimeline* m_timeline = nullptr;
    QVBoxLayout* m_column = nullptr;
    QHBoxLayout* m_row = nullptr;
    QToolButton* m_back = nullptr;
    QPushButton* m_play = nullptr;
    QToolButton* m_forward = nullptr;
    Clock* m_clock = nullptr;
    theme::TextLabel* m_place = nullptr;
    theme::Surface* m_separator = nullptr;
    QPushButton* m_speed = nullptr;
    theme::PaintedCheckBox* m_gaps = nullptr;
    QPushButton* m_question = nullptr;
    theme::KeyCapLabel* m_questionKeys = nullptr;
    theme::Surface* m_endSeparator = nullptr;
    QPushButton* m_end = nullptr;
    QToolButton* m_leave = nullptr;
};

} // namespace quarterdeck::ui
