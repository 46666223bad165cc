#pragma once

#include <QApplication>
#include <QElapsedTimer>

namespace quarterdeck::bench {

/// An application that knows how long its ui thread was busy: with the longest single task, which is one event's
/// delivery, and in all, by the processor's time.
class WatchedApplication final : public QApplication
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WatchedApplication)
public:
    WatchedApplication(int& argc, char** argv) : QApplication(argc, argv) { }

    /// Figures count from here on.
    void startWatch();
    [[nodiscard]] double longestTaskMs() const { return m_longestMs; }
    /// Processor time of the ui thread, as a share of the time that passed.
    [[nodiscard]] double busyShare() const;

    bool notify(QObject* receiver, QEvent* event) override;

private:
    QElapsedTimer m_watch;
    qint64 m_processorNs = 0;
    double m_longestMs = 0;
    bool m_isInTask = false;
};

} // namespace quarterdeck::bench
