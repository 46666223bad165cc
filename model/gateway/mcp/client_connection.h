#pragma once

#include "mcp/answer_call.h"
#include "mcp/json_rpc.h"
#include "mcp/tools.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// A message, and what tool it calls: that is read before, off the hub's thread.
struct ReadMessage
{
    RpcMessage message;
    std::optional<tl::expected<ToolCall, std::string>> call; ///< of "tools/call"
};
[[nodiscard]] ReadMessage withCall(RpcMessage message);

/// One session of MCP: who connected, what its requests are answered with, and which of them still wait. Thread: the
/// hub's.
class ClientConnection final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientConnection)
public:
    /// Finds the session in which a question was asked, also another client's; null = none's.
    using FindSession = std::function<ClientSession*(const conversation::QuestionId&)>;
    struct Finders
    {
        FindSession session;
        FindSame same; ///< of what this client asks
    };

    ClientConnection(session::SessionHub& hub, const std::string& id, ClientInfo client, Finders find,
                     std::chrono::milliseconds beat);
    ~ClientConnection() override;

    /// A request, which the reply waits for, or a notification.
    void take(ReadMessage read, Version version, const std::shared_ptr<Reply>& reply);
    /// A stream that broke goes on.
    void resume(const ResumePoint& point, Version version, const std::shared_ptr<Reply>& reply);
    /// It has said goodbye: what a call of it still waits for is withdrawn. Where it was told that its question is
    /// open, that stays open, for whoever asks with the id.
    void leave();
    [[nodiscard]] ClientSession& session() { return m_session; }
    /// A request waits.
    [[nodiscard]] bool isWaiting() const;
    /// A request waits for the end of this question, in whichever session.
    [[nodiscard]] bool isWaitingFor(const conversation::QuestionId& question) const;

signals:
    /// A request waits no longer. `isLost`: its connection has ended, and not by a response.
    void callEnded(bool isLost);
    /// A tool was called as it cannot be called; what the client was told.
    void callFailed(const std::string& why);

private:
    void call(ReadMessage read, Version version, const std::shared_ptr<Reply>& reply);
    void callTool(const nlohmann::json& id, ToolCall tool, AnswerCall::Request request,
                  const std::shared_ptr<Reply>& reply);
    AnswerCall* begin(ClientSession& session, AnswerCall::Request request, const std::shared_ptr<Reply>& reply);
    void cancel(const RpcMessage& message);
    [[nodiscard]] bool isCancelledBefore(const nlohmann::json& id);
    [[nodiscard]] ClientSession& sessionOf(const conversation::QuestionId& question);
    /// Those that wait. Two may have the same request's id: a stream that goes on may come before it is known that the
    /// one before it broke.
    [[nodiscard]] std::vector<AnswerCall*> calls() const;
    void remember(const std::string& request, const conversation::QuestionId& question);
    /// This call asks it now. Those that asked it before were given up, as is to be supposed.
    void supersede(const AnswerCall* newest, const conversation::QuestionId& question);
    /// By another request than this one.
    [[nodiscard]] bool isAskedBesides(const nlohmann::json& request, const conversation::QuestionId& question) const;

    session::SessionHub& m_hub;
    ClientSession m_session;
    Finders m_find;
    std::chrono::milliseconds m_beat;
    /// What a request asked, as it may be cancelled when its stream has broken, too; the newest ones.
    std::deque<std::pair<std::string, conversation::QuestionId>> m_asked;
    std::deque<std::string> m_cancelledBefore; ///< requests that have not come (again) yet; the newest ones
};

} // namespace quarterdeck::gateway::mcp
