#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <cstdint>

class QWebEnginePage;

namespace quarterdeck::ui::transcript {

/// Limits how long a page may work at something. What counts is the processor time of its script thread: on a busy
/// machine, or while its process is stopped, a page that does nothing wrong is not ended. A page that waits for
/// something that never comes uses no time, so elapsed time is limited as well, and alone if the process's time is
/// unknown. Thread: ui.
class ScriptTimeLimit final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScriptTimeLimit)
public:
    /// How many times that limit may pass in elapsed time.
    static constexpr int patience = 6;
    /// How many times before there is a process at all.
    static constexpr int patienceForProcess = 2;

    explicit ScriptTimeLimit(QObject* parent = nullptr);

    /// From now on, rather than from an earlier start. The page may get another process meanwhile, or its first.
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
