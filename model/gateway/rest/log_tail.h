#pragma once

#include "model/session/log_follower.h"
#include "model/session/session.h"

#include <QtGlobal>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::api {

/// The log of a session for an index of it: read once, when it is first needed, and followed from then on. If it cannot
/// be read, the next call tries again from the beginning. Thread: the hub's. The session must outlive it.
class LogTail final
{
    Q_DISABLE_COPY_MOVE(LogTail)
public:
    using Ready = std::function<void(session::Result<session::Nothing>)>;

    /// `take` gets each event once and in order; `forget` is called before everything is taken again.
    LogTail(session::Session& session, session::LogFollower::Take take, std::function<void()> forget)
        : m_session(session)
        , m_take(std::move(take))
        , m_forget(std::move(forget))
    { }

    /// Calls once all of the log is known; at once if it is.
    void whenReady(Ready call)
    {
        if (m_stage == Stage::Ready)
            return call(session::Nothing{});
        m_waiting.push_back(std::move(call));
        if (std::exchange(m_stage, Stage::Reading) == Stage::Unread)
            m_log = std::make_unique<session::LogFollower>(
                m_session, m_take, [this](const session::Result<session::Nothing>& result) { settle(result); });
    }

private:
    enum class Stage { Unread, Reading, Ready };

    void settle(const session::Result<session::Nothing>& result)
    {
        m_stage = result ? Stage::Ready : Stage::Unread;
        if (!result)
            m_forget();
        for (const Ready& call : std::exchange(m_waiting, {}))
            call(result);
    }

    session::Session& m_session;
    session::LogFollower::Take m_take;
    std::function<void()> m_forget;
    Stage m_stage = Stage::Unread;
    std::vector<Ready> m_waiting;
    std::unique_ptr<session::LogFollower> m_log; ///< last: ends before what it calls
};

} // namespace quarterdeck::gateway::api
