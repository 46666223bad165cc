#pragma once

#include "model/gateway/mcp/protocol.h"
#include "model/gateway/mcp/tools.h"
#include "model/gateway/question_ledger.h"
#include "model/gateway/remote_session.h"
#include "model/session/post.h"
#include "model/session/session.h"
#include "model/session/session_hub.h"

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// What one MCP client says and asks, as a session of kind Remote, which is found again by its source. It is made when
/// there is something to keep, so merely connecting leaves nothing behind. Thread: the hub's.
class McpSessionHandle final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(McpSessionHandle)
public:
    /// Called once; not called if the hub dies first.
    template <typename T>
    using Done = std::function<void(session::Result<T>)>;

    McpSessionHandle(session::SessionHub& hub, const std::string& id, ClientInfo client);
    ~McpSessionHandle() override;

    /// The client's id behind a session; empty if it is not a client's.
    [[nodiscard]] static std::string idOf(const session::SessionSummary& session);
    /// The library has it.
    [[nodiscard]] bool isKept() const { return m_remote.isKept(); }
    /// It has it, or will.
    [[nodiscard]] bool isBegun() const { return m_remote.isBegun(); }

    /// Asks the person; the id is the question's.
    void ask(AskHuman call, Done<conversation::QuestionId> done);
    /// Null = it was not asked here, as far as is remembered. Errors: why the session could not be opened.
    void look(const conversation::QuestionId& id, Done<const QuestionStatus*> done);
    void withdraw(const conversation::QuestionId& id);
    /// The name under which it asks. Known as below.
    [[nodiscard]] std::string asker() const;
    /// Who made it. Known as below; without a name until then.
    [[nodiscard]] const ClientInfo& client() const { return m_client; }
    /// The process that made it, which is stored with it; 0 = unknown. Known as below.
    [[nodiscard]] std::int64_t process() const { return m_process; }
    void setProcess(std::int64_t process) { m_process = process; }
    /// What `findLike` searches for. Known once the session was opened, or if it has none in the library.
    [[nodiscard]] std::string questionFingerprint(const AskHuman& call) const;
    /// Questions of that likeness that wait for an answer, or whose answer waits for the asker: one given in the last
    /// hour that nobody has taken. Does not make a session.
    void findLike(const std::string& likeness, Done<std::vector<conversation::QuestionId>> done);
    /// The question of an earlier call with this key, for a call that was sent again. Requires an opened session.
    [[nodiscard]] bool hasAsked(const AskHuman& call) const;
    /// What was asked here. Known once the session was opened.
    [[nodiscard]] QuestionLedger& questions() { return m_questions; }
    /// The client has the answer. `isOnItsWay` is released when the log says so.
    void acknowledge(const conversation::QuestionId& id, std::shared_ptr<void> isOnItsWay);
    void notify(const NotifyHuman& call, Done<conversation::MessageId> done);
    void post(PostMessage call, Done<conversation::MessageId> done);
    /// Whether the client is there. Nothing is reported for a session that is not stored.
    void setPresent(bool isPresent);

signals:
    /// It is stored.
    void userNotified(const quarterdeck::gateway::UserNotification& notice);

private:
    [[nodiscard]] RemoteSettings settings();
    void take(const session::Event& event);
    void store(std::vector<formats::RecordedAttachment> images, Done<session::Nothing> done);
    void submitMessage(const conversation::Intent& intent, const Done<conversation::MessageId>& done);
    void announce(const NotifyHuman& call);
    void submitState(conversation::RunState state, conversation::RunCause cause);
    [[nodiscard]] bool isWaitedFor(const conversation::QuestionId& id) const;

    session::SessionHub& m_hub;
    ClientInfo m_client;         ///< has no name after a restart, until it is read from the log
    std::string m_firstQuestion; ///< that this process was asked; a session that begins then is called so
    std::int64_t m_process = 0;
    std::optional<conversation::RunState> m_nextState; ///< being written to the log
    std::size_t m_lastChange = 0;                      ///< of the state; counted
    QuestionLedger m_questions;
    RemoteSession m_remote; ///< after what it tells
    session::CallbackGuard m_replies{this};
};

} // namespace quarterdeck::gateway::mcp
