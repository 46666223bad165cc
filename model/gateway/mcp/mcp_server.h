#pragma once

#include "http/http_message.h"
#include "mcp/client_connection.h"
#include "session/session_hub.h"

#include <QObject>
#include <QTimer>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// What was posted, as far as it can be read without knowing the session.
struct ReadBody
{
    std::vector<ReadMessage> messages;
    bool isBatch = false;
};
using ReadPost = tl::expected<ReadBody, RpcError>;

/// MCP over "Streamable HTTP": sessions of clients, each with its session of kind Remote in the library. A client that
/// comes again with the id of a session that is kept there goes on in it, also after a restart. Thread: the hub's.
class McpServer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(McpServer)
public:
    /// So often a client that waits is told that it still does.
    static constexpr std::chrono::milliseconds usualBeat = std::chrono::seconds(10);
    /// A client of which nothing was heard for so long is no longer shown as connected.
    static constexpr std::chrono::milliseconds usualSilence = std::chrono::minutes(5);

    explicit McpServer(session::SessionHub& hub, std::chrono::milliseconds beat = usualBeat,
                       std::chrono::milliseconds silence = usualSilence);
    ~McpServer() override;

    void post(const HttpRequest& head, ReadPost body, const std::shared_ptr<HttpExchange>& exchange);
    /// Goes on with a stream that broke; there are no others to listen to.
    void get(const HttpRequest& head, const std::shared_ptr<HttpExchange>& exchange);
    /// A client says goodbye.
    void remove(const HttpRequest& head, const std::shared_ptr<HttpExchange>& exchange);

signals:
    /// By the id of its session of MCP; the name is empty when it is not known.
    void clientSeen(const std::string& id, const std::string& name);
    /// It said goodbye, or has fallen silent.
    void clientGone(const std::string& id);
    /// It called a tool as that cannot be called; why, in English, as it was told.
    void callFailed(const std::string& id, const std::string& why);
    /// A client did; it is stored.
    void personTold(const quarterdeck::gateway::PersonNotice& notice);

private:
    struct Client
    {
        std::unique_ptr<ClientConnection> connection;
        Version version = unnamedVersion;
        QDeadlineTimer silent;
    };
    void initialize(const RpcMessage& message, const std::shared_ptr<HttpExchange>& exchange);
    void takeAll(Client& client, Version version, ReadBody body, const HttpRequest& head,
                 const std::shared_ptr<HttpExchange>& exchange);
    Client& add(const std::string& id, ClientInfo info, Version version);
    [[nodiscard]] Client* clientOf(const std::string& id);
    /// The one that a request names; else the request is answered.
    [[nodiscard]] Client* clientFor(const HttpRequest& head, const std::shared_ptr<HttpExchange>& exchange);
    [[nodiscard]] ClientSession* sessionOf(const conversation::QuestionId& question);
    [[nodiscard]] Client* see(const std::string& id, Client& client);
    void tellPresence();
    void forgetSome();

    session::SessionHub& m_hub;
    std::chrono::milliseconds m_beat;
    std::chrono::milliseconds m_silence;
    std::map<std::string, Client> m_clients; ///< by the id of their session of MCP
    std::set<std::string> m_left;            ///< said goodbye
    QTimer m_look;                           ///< who has fallen silent
};

} // namespace quarterdeck::gateway::mcp
