#pragma once

#include "model/session/session.h"

#include <QTimer>
#include <cstdint>
#include <functional>
#include <vector>

namespace quarterdeck::session {

/// Ends what has timed out: questions with a deadline, and idle direct chats. One timer for all live sessions; it looks
/// at the clock at least once a minute, since wall clocks jump. If something could not be ended (a full disk), it is
/// retried some seconds later. Thread: engine.
class DeadlineTimer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DeadlineTimer)
public:
    /// The wall clock; if empty, the system's.
    using Clock = std::function<Timestamp()>;

    explicit DeadlineTimer(QObject* parent = nullptr, Clock clock = {});

    void watch(Session& session);
    void forget(const Session& session);
    /// Looks at the clock now, since it may have jumped.
    void endExpired();

private:
    void schedule(std::int64_t leastMs = 0);

    Clock m_clock;
    std::vector<Session*> m_sessions;
    QTimer m_timer;
};

} // namespace quarterdeck::session
