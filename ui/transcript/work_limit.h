#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <cstdint>

class QWebEnginePage;

namespace quarterdeck::ui::transcript {

/// How long a page may work at something. What counts is the processor's time that the thread of its scripts took: on a
/// busy machine, or while its process is held, a page that works at nothing wrong is not ended. One that waits for what
/// never comes takes no time at all, so there is a limit of the time that passes as well. Where a process's time is not
/// known, that which passes counts alone. Thread: ui.
class WorkLimit final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkLimit)
public:
    /// So many times as long as it may work may pass.
    static constexpr int patience = 6;
    /// And so many times, until there is a process at all.
    static constexpr int patienceForProcess = 2;

    explicit WorkLimit(QObject* parent = nullptr);

    /// From now on, and not from an earlier start. The page may get another process meanwhile, or its first.
    void start(const QWebEnginePage& page, int milliseconds);
    void stop() { m_timer.stop(); }
    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }

signals:
    /// Once for each start that is not stopped.
    void reached();

private:
    void look();
    [[nodiscard]] std::int64_t leftMs() const;

    QTimer m_timer;
    QElapsedTimer m_since;
    QPointer<const QWebEnginePage> m_page;
    int m_limitMs = 0;
    std::int64_t m_process = 0;  ///< at the start; 0 = none
    std::int64_t m_workedMs = 0; ///< by then
};

} // namespace quarterdeck::ui::transcript
