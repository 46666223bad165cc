#pragma once

#include "model/conversation/state/state.h"
#include "model/gateway/http/http_message.h"
#include "model/gateway/rest/api_bodies.h"
#include "model/gateway/rest/log_index.h"
#include "model/session/post.h"
#include "model/session/session.h"

#include <QObject>
#include <QtGlobal>
#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::api {

/// The members of a session of this program's own whom programs play, and what of their mail the run has given them: a
/// member hears its mail when its turn comes, as those do who live here. It reads the log once, when it is first asked,
/// and then goes along; of each time that a member took its mail it keeps two numbers. Thread: the hub's. The session
/// must outlive it.
class RemoteMembers final
{
    Q_DISABLE_COPY_MOVE(RemoteMembers)
public:
    using Ready = LogTail::Ready;

    RemoteMembers(session::Session& session, std::set<conversation::RoleName> roles);
    ~RemoteMembers();

    [[nodiscard]] const std::set<conversation::RoleName>& roles() const { return m_roles; }
    [[nodiscard]] bool has(const conversation::RoleName& role) const { return m_roles.contains(role); }
    /// Calls when all of the log is known; at once if it is.
    void whenReady(Ready call) { m_log.whenReady(std::move(call)); }
    /// How much of its mail it had before that event. Once ready.
    [[nodiscard]] std::int64_t takenBefore(const conversation::RoleName& role, session::EventSeq seq) const;
    /// After the first of these events comes all that it took and has not dealt with, and with the last of them ends.
    /// Once ready.
    struct Open
    {
        session::EventSeq after;
        session::EventSeq until; ///< the same if there is nothing
    };
    [[nodiscard]] Open notDealtWith(const conversation::RoleName& role) const;

private:
    struct Taking
    {
        session::EventSeq seq;
        std::int64_t upTo = 0;
    };
    struct Mail
    {
        std::vector<Taking> takings;                ///< in log order
        std::optional<session::EventSeq> openSince; ///< the first taking that it has not finished with
    };

    void take(const session::Event& event);

    session::Session& m_session;
    std::set<conversation::RoleName> m_roles;
    std::map<conversation::RoleName, Mail> m_mail;
    LogTail m_log;
};

/// What a program may say in one of this program's own sessions: only what a member that it plays may. Pure.

using RoleNames = std::set<conversation::RoleName>;

/// The member on whose behalf it is said.
[[nodiscard]] conversation::RoleName speakerOf(const IncomingMessage& saying,
                                               const conversation::ConversationState& state);
/// Why these are refused; empty if they are not.
[[nodiscard]] std::optional<std::string> checkMaySpeak(const std::vector<IncomingMessage>& sayings,
                                                       const conversation::ConversationState& state,
                                                       const RoleNames& members);
[[nodiscard]] std::optional<std::string> checkMayAct(const std::vector<conversation::Intent>& status,
                                                     const RoleNames& members);
/// Omitted fields get the defaults of members who live here: it goes to the leader (the leader's to the person), and
/// others can watch it by the member's name.
void completeAsMember(conversation::Message& message, bool isAddressed, const conversation::RoleName& member,
                      const conversation::ConversationState& state);
/// Members that have said everything in their turn, judged by the last of the messages.
[[nodiscard]] std::vector<conversation::Intent> turnEnds(const std::vector<IncomingMessage>& sayings,
                                                         const conversation::ConversationState& state);

/// A member as programs see it, including defaults that our JSON otherwise leaves out.
[[nodiscard]] nlohmann::json roleStatusJson(const conversation::RoleState& role);
/// The run goes on, or may; or, after its end, the member is to answer the person.
[[nodiscard]] bool awaitsClient(const conversation::RoleState& role, conversation::RunState state);
/// The run is waiting for its program.
[[nodiscard]] bool isWaitedFor(const conversation::RoleState& role);

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

    [[nodiscard]] bool isHeldBack(const RoleNames& speakers) const;
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
