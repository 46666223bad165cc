#pragma once

#include "gateway/person_notice.h"
#include "mcp/protocol.h"
#include "mcp/question_book.h"
#include "mcp/tools.h"
#include "session/log_follower.h"
#include "session/receiver.h"
#include "session/session_hub.h"

#include <QObject>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// What one client of MCP says and asks, as a session of kind Remote, which is found again by its source. It is made
/// when there is something to keep: who only connects leaves nothing behind. Thread: the hub's.
class ClientSession final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientSession)
public:
    /// Called once. Not called when the hub dies first.
    template <typename T>
    using Done = std::function<void(session::Result<T>)>;

    ClientSession(session::SessionHub& hub, std::string id, ClientInfo client);
    ~ClientSession() override;

    /// The client's id of the session whose it is; empty when it is none's.
    [[nodiscard]] static std::string idOf(const session::SessionSummary& session);
    /// The library has it.
    [[nodiscard]] bool isKept() const { return summary() != nullptr; }

    /// Asks the person; the id is the question's.
    void ask(AskHuman call, Done<conversation::QuestionId> done);
    /// Null = it was not asked here, as far as is remembered. Errors: what keeps the session from being opened.
    void look(const conversation::QuestionId& id, Done<const AskedQuestion*> done);
    void withdraw(const conversation::QuestionId& id);
    /// By which name it asks. Known as below.
    [[nodiscard]] std::string asker() const;
    /// What `findLike` looks for. Known once the session was looked into, or has none in the library.
    [[nodiscard]] std::string likenessOf(const AskHuman& call) const;
    /// Questions of that likeness that wait for an answer, or whose answer waits for who asked: one that the person
    /// gave in the last hour, which nobody has taken. It makes no session.
    void findLike(const std::string& likeness, Done<std::vector<conversation::QuestionId>> done);
    /// The question that a call with this key asked before. For one that was sent again. The session was looked into.
    [[nodiscard]] bool hasAsked(const AskHuman& call) const;
    /// While somebody holds what this gives, the answer is on its way to a client, and nobody else's.
    [[nodiscard]] std::shared_ptr<void> deliver(const conversation::QuestionId& id);
    /// The client has the answer. `isOnItsWay` is let go when the log says so.
    void acknowledge(const conversation::QuestionId& id, std::shared_ptr<void> isOnItsWay);
    void notify(const NotifyHuman& call, Done<conversation::MessageId> done);
    void post(PostMessage call, Done<conversation::MessageId> done);
    /// The client is there, or is not. Of a session that is not kept, nothing is told.
    void setPresent(bool isPresent);

signals:
    void questionEnded(const quarterdeck::conversation::QuestionId& id);
    /// It is stored.
    void personTold(const quarterdeck::gateway::PersonNotice& notice);

private:
    enum class Stage { Closed, Opening, Open };

    void whenOpen(bool isMade, Done<session::Nothing> done);
    void open();
    void opened(const session::Result<session::Session*>& session);
    void take(const session::Event& event);
    void settle(const session::Result<session::Nothing>& result);
    void hire(const std::string& name, Done<session::Nothing> done);
    void store(std::vector<formats::RecordedAttachment> images, Done<session::Nothing> done);
    void submitMessage(const conversation::Intent& intent, const Done<conversation::MessageId>& done);
    void announce(const NotifyHuman& call);
    void submitState(conversation::RunState state, conversation::RunCause cause);
    [[nodiscard]] const session::SessionSummary* summary() const;
    [[nodiscard]] bool isWaitedFor(const conversation::QuestionId& id) const;

    session::SessionHub& m_hub;
    std::string m_id;
    ClientInfo m_client;                               ///< without a name after a restart, until the log has told it
    std::optional<conversation::RunState> m_nextState; ///< on its way to the log
    std::size_t m_lastChange = 0;                      ///< of the state; counted
    Stage m_stage = Stage::Closed;
    session::Session* m_session = nullptr;
    std::vector<Done<session::Nothing>> m_waiting;
    std::unique_ptr<session::LogFollower> m_log;
    QuestionBook m_questions;
    std::map<conversation::QuestionId, std::weak_ptr<void>> m_delivered; ///< on their way
    session::Receiver m_replies{this};
};

} // namespace quarterdeck::gateway::mcp
