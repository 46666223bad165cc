#pragma once

#include <QObject>
#include <QWidget>
#include <map>

namespace quarterdeck::bench {

/// When each question, whose text ends with "number N?", was first painted in Needs you: as a card, or as the line of
/// another session. Thread: ui.
class PaintedQuestions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PaintedQuestions)
public:
    /// Of all windows of the application.
    PaintedQuestions();
    /// 0 = not yet. After what was painted has been given to the window system.
    [[nodiscard]] double paintedAtMs(int number) const;

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::map<int, double> m_times;
};

} // namespace quarterdeck::bench
