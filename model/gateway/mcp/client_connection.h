#pragma once

#include "model/gateway/mcp/protocol.h"
#include "model/gateway/mcp/question_tool_call.h"
#include "model/gateway/mcp/tools.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// A message, and the tool it calls: parsed before, off the hub's thread.
struct ReadMessage
{
    RpcMessage message;
    std::optional<tl::expected<ToolCall, std::string>> call; ///< of "tools/call"
};
[[nodiscard]] ReadMessage withCall(RpcMessage message);

/// One MCP session: who connected, what its requests are answered with, and which of them still wait. Thread: the
/// hub's.
class ClientConnection final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientConnection)
public:
    /// Finds the session in which a question was asked, even another client's; null = none's.
    using FindSession = std::function<McpSessionHandle*(const conversation::QuestionId&)>;
    struct Finders
    {
        FindSession session;
        FindSame same; ///< of what this client asks
    };

    /// The client's session, which may have other connections, must outlive it.
    ClientConnection(session::SessionHub& hub, McpSessionHandle& session, Finders find, std::chrono::milliseconds beat);
    ~ClientConnection() override;

    /// A request, which the reply waits for, or a notification.
    void take(ReadMessage read, Version version, const std::shared_ptr<Reply>& reply);
    /// The same for a client that asks again by itself (stateless.h): asking becomes a task.
    void takeTask(ReadMessage read, const std::shared_ptr<Reply>& reply);
    /// "tasks/get", "tasks/cancel", "tasks/update"
    void takeOfTask(const RpcMessage& message, const std::shared_ptr<Reply>& reply);
    /// A broken stream is resumed.
    void resume(const ResumePoint& point, Version version, const std::shared_ptr<Reply>& reply);
    /// It has said goodbye: questions that its calls still wait for are withdrawn. One that was reported as open stays
    /// open, for whoever asks with the id.
    void leave();
    /// A request waits.
    [[nodiscard]] bool isWaiting() const;
    /// A request waits for the end of this question, in whichever session.
    [[nodiscard]] bool isWaitingFor(const conversation::QuestionId& question) const;
    /// Another request than this one began to ask it less than so long ago.
    [[nodiscard]] bool hasJustAsked(const conversation::QuestionId& question, const nlohmann::json& request,
                                    std::chrono::milliseconds age) const;

    /// This request waits, or is known to have asked a question.
    [[nodiscard]] bool hasRequest(const nlohmann::json& id) const;

signals:
    /// A request no longer waits. `isLost`: its connection ended, rather than through a response.
    void callEnded(bool isLost);
    /// A tool was called incorrectly; what the client was told.
    void callFailed(const std::string& why);

private:
    void call(ReadMessage read, Version version, const std::shared_ptr<Reply>& reply);
    void callTool(const nlohmann::json& id, ToolCall tool, QuestionToolCall::Request request,
                  const std::shared_ptr<Reply>& reply);
    QuestionToolCall* begin(McpSessionHandle& session, QuestionToolCall::Request request,
                            const std::shared_ptr<Reply>& reply);
    void cancel(const RpcMessage& message);
    void respondToGet(const nlohmann::json& id, const conversation::QuestionId& question,
                      const std::shared_ptr<Reply>& reply);
    [[nodiscard]] bool isCancelledBefore(const nlohmann::json& id);
    [[nodiscard]] McpSessionHandle& sessionOf(const conversation::QuestionId& question);
    /// Those that wait. Two may have the same request id: a stream may be resumed before the previous one is known to
    /// be broken.
    [[nodiscard]] std::vector<QuestionToolCall*> calls() const;
    void remember(const std::string& request, const conversation::QuestionId& question);
    /// This call asks it now. Earlier calls for it have presumably been given up.
    void supersede(const QuestionToolCall* newest, const conversation::QuestionId& question);
    /// By a request other than this one.
    [[nodiscard]] bool isAskedBesides(const nlohmann::json& request, const conversation::QuestionId& question) const;

    session::SessionHub& m_hub;
    McpSessionHandle& m_session;
    Finders m_find;
    std::chrono::milliseconds m_beat;
    /// What a request asked, since it can be cancelled even after its stream broke; the newest ones.
    std::deque<std::pair<std::string, conversation::QuestionId>> m_asked;
    std::deque<std::string> m_cancelledBefore; ///< requests that have not come (again) yet; the newest ones
};

} // namespace quarterdeck::gateway::mcp
