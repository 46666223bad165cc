#pragma once

#include "http/http_message.h"
#include "session/receiver.h"
#include "session/session.h"

#include <QObject>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace quarterdeck::gateway::api {

/// While a run is paused nobody speaks: what a program says for a member waits here, unanswered, until the run goes on,
/// and is told in its order then. Who leaves before has said nothing. In a run that was stopped nobody is let speak.
/// Thread: the hub's.
class SpeakingGate final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SpeakingGate)
public:
    /// Beyond so many at once a program is refused.
    static constexpr std::size_t mostWaiting = 100;

    explicit SpeakingGate(session::Session& session);
    ~SpeakingGate() override;

    /// Calls `speak` now or later, or answers why not.
    void pass(const std::shared_ptr<HttpExchange>& exchange, std::function<void()> speak);

private:
    struct Waiting
    {
        std::shared_ptr<HttpExchange> exchange;
        std::function<void()> speak;
    };

    void look();

    session::Session& m_session;
    std::map<std::uint64_t, Waiting> m_waiting;
    std::uint64_t m_last = 0;
    session::Receiver m_replies{this};
};

} // namespace quarterdeck::gateway::api
