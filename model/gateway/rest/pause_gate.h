#pragma once

#include "model/gateway/http/http_message.h"
#include "model/gateway/rest/member_rules.h"
#include "model/session/callback_guard.h"
#include "model/session/session.h"

#include <QObject>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace quarterdeck::gateway::api {

/// While a run is paused nobody speaks: what a program says for a member waits here, unanswered, until the run goes on,
/// and is then said in order. Meanwhile the member's turn is suspended, and it is shown as paused. Whoever leaves
/// before has said nothing. In a stopped run nobody is allowed to speak. Thread: the hub's.
class PauseGate final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PauseGate)
public:
    /// Beyond this many at once, programs are refused.
    static constexpr std::size_t mostWaiting = 100;

    explicit PauseGate(session::Session& session);
    ~PauseGate() override;

    /// Calls `speak`, in which the `speakers` say something, now or later, or replies why not.
    void pass(const std::shared_ptr<HttpExchange>& exchange, const RoleNames& speakers, std::function<void()> speak);
    /// The session is deleted: nothing that waits will be said any more.
    void leave();

private:
    struct Waiting
    {
        std::shared_ptr<HttpExchange> exchange;
        RoleNames speakers;
        std::function<void()> speak;
    };

    void look();
    void forget(std::uint64_t number);
    void tellPaused(const conversation::RoleName& speaker);
    void tellAtWork(const conversation::RoleName& speaker);

    session::Session& m_session;
    std::map<std::uint64_t, Waiting> m_waiting;
    std::uint64_t m_last = 0;
    session::CallbackGuard m_replies{this};
};

} // namespace quarterdeck::gateway::api
