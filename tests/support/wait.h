#pragma once

#include <QDeadlineTimer>
#include <QEventLoop>
#include <QTimer>

namespace quarterdeck::test {

/// How long a test waits for something before it fails. Success ends the wait at once, so this is far more than any
/// machine needs: also for QSignalSpy::wait and the waits of processes and sockets, whose own limits are lower.
inline constexpr int waitLimitMs = 60'000;

/// Runs the event loop until the predicate holds; asks about every millisecond, on the calling thread. Returns whether
/// it held in time. Tests with a web page wait by this and not by QTRY_ or QTest::qWait: those sleep between single
/// turns of the loop, and Chromium's tasks then advance by one per 10 ms.
template <typename Predicate>
[[nodiscard]] bool waitFor(Predicate predicate, int timeoutMs = waitLimitMs)
{
    if (predicate())
        return true;
    bool held = false;
    const QDeadlineTimer deadline(timeoutMs);
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        held = predicate();
        if (held || deadline.hasExpired())
            loop.quit();
    });
    poll.start(1);
    loop.exec();
    return held;
}

} // namespace quarterdeck::test
