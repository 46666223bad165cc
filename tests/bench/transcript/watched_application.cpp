#include "watched_application.h"

#include <QThread>
#include <algorithm>
#include <ctime>

namespace quarterdeck::bench {

namespace {

qint64 processorNs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

} // namespace

void WatchedApplication::startWatch()
{
    m_watch.start();
    m_processorNs = processorNs();
    m_longestMs = 0;
}

double WatchedApplication::busyShare() const
{
    return static_cast<double>(processorNs() - m_processorNs)
        / static_cast<double>(std::max<qint64>(m_watch.nsecsElapsed(), 1));
}

bool WatchedApplication::notify(QObject* receiver, QEvent* event)
{
    // Other threads deliver their events by this as well.
    if (m_isInTask || QThread::currentThread() != thread())
        return QApplication::notify(receiver, event);
    m_isInTask = true;
    QElapsedTimer task;
    task.start();
    const bool isTaken = QApplication::notify(receiver, event);
    m_longestMs = std::max(m_longestMs, static_cast<double>(task.nsecsElapsed()) / 1e6);
    m_isInTask = false;
    return isTaken;
}

} // namespace quarterdeck::bench
