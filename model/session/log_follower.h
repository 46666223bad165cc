#pragma once

#include "model/session/callback_guard.h"
#include "model/session/session.h"

#include <QObject>
#include <functional>
#include <vector>

namespace quarterdeck::session {

/// Reads the log of a live session from its beginning, then follows what is committed: each event once, in order.
/// Thread: the session's, which must outlive it. It may be destroyed within `ready`, but not within `take`.
class LogFollower final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogFollower)
public:
    using Take = std::function<void(const Event&)>;
    using Ready = std::function<void(const Result<Nothing>&)>;

    /// `ready` is called once, and never immediately: when everything so far has been taken, or with the reason why it
    /// could not be read. After an error nothing more is taken.
    LogFollower(Session& session, Take take, Ready ready);
    ~LogFollower() override;

private:
    enum class Stage { Reading, Following, Failed };

    void read();
    void takePage(const Result<std::vector<Event>>& page);
    void follow(const std::vector<Event>& events);
    void takeNew(const Event& event);
    void finish(const Result<Nothing>& result);

    Session& m_session;
    Take m_take;
    Ready m_ready;
    Stage m_stage = Stage::Reading;
    EventSeq m_taken;           ///< up to here
    std::vector<Event> m_ahead; ///< came while it was being read
    CallbackGuard m_replies{this};
};

} // namespace quarterdeck::session
