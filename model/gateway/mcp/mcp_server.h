#pragma once

#include "model/gateway/clients/client_limits.h"
#include "model/gateway/http/http_message.h"
#include "model/gateway/mcp/client_connection.h"
#include "model/gateway/mcp/stateless.h"
#include "model/session/session_hub.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// A post, as far as it can be parsed without knowing the session.
struct ParsedBody
{
    std::vector<ReadMessage> messages;
    bool isBatch = false;
};
using ReadPost = tl::expected<ParsedBody, RpcError>;

/// MCP over "Streamable HTTP": clients, each with its session of kind Remote in the library. A client that returns with
/// the id of a stored session continues in it, even after a restart. One that says goodbye and comes again from the
/// same process is the same client: some have a session of MCP per call. A client that was restarted has another id; if
/// it asks what it had asked before, it waits for that same question, in the session that has it. Thread: the hub's.
class McpServer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(McpServer)
public:
    /// How often a waiting client is told that it still waits.
    static constexpr std::chrono::milliseconds usualBeat = std::chrono::seconds(10);
    /// A client that was silent for this long is no longer shown as connected.
    static constexpr std::chrono::milliseconds usualSilence = std::chrono::minutes(5);
    /// Of two equal questions that a client asks within this time, neither repeats the other: no library gives up a
    /// call so soon.
    static constexpr std::chrono::milliseconds usualHaste = std::chrono::seconds(3);
    struct Times
    {
        std::chrono::milliseconds beat = usualBeat;
        std::chrono::milliseconds silence = usualSilence;
        std::chrono::milliseconds haste = usualHaste;
    };

    explicit McpServer(session::SessionHub& hub) : McpServer(hub, Times(), {}) { }
    /// `limit` counts the sessions that its clients begin, together with others, and finds their processes.
    McpServer(session::SessionHub& hub, Times times, SessionLimit limit);
    ~McpServer() override;

    void post(const HttpRequest& head, ReadPost body, const std::shared_ptr<HttpExchange>& exchange);
    /// Resumes a broken stream; there are no other streams to listen to.
    void get(const HttpRequest& head, const std::shared_ptr<HttpExchange>& exchange);
    /// A client says goodbye.
    void remove(const HttpRequest& head, const std::shared_ptr<HttpExchange>& exchange);

    /// A request of this client came from that process.
    void setClientProcess(const std::string& id, std::int64_t process);
    /// All processes from which it was seen have ended. True = so it is gone; false = each of its requests comes from a
    /// new process, and there may be more.
    bool dropClient(const std::string& id);

signals:
    /// A client without a session of MCP is this process.
    void clientProcessKnown(const std::string& id, std::int64_t process);
    /// By the client's id (clientOfSession); the name is empty if unknown.
    void clientSeen(const std::string& id, const std::string& name);
    /// It said goodbye, or has fallen silent.
    void clientGone(const std::string& id);
    /// It continues in the session of the other, which is gone; and no longer, once that came back.
    void clientJoined(const std::string& id, const std::string& other);
    void clientLeft(const std::string& id);
    /// It called a tool incorrectly; why, in the English sentence that it was told.
    void callFailed(const std::string& id, const std::string& why);
    /// A client did; it is stored.
    void userNotified(const quarterdeck::gateway::UserNotification& notice);

private:
    /// A session of MCP.
    struct PendingPost
    {
        std::unique_ptr<ClientConnection> connection;
        Version version = unnamedVersion;
    };
    struct Client
    {
        ClientInfo info = {};
        std::unique_ptr<McpSessionHandle> session = {};
        std::map<std::string, PendingPost> visits = {}; ///< by their ids; the session outlives them
        std::size_t number = 0;                         ///< the smaller, the earlier it came
        QDeadlineTimer silent = {};
        bool isLost = false;     ///< its connection broke while it waited, or its process ended; not heard from since
        bool hasLeft = false;    ///< it said goodbye at some time
        bool comesAgain = false; ///< after a goodbye it did, and will again: it is there as long as its process is
        /// The client that repeated this one's question and continues in its session; and the one whose heir this is.
        std::string heir = {};
        std::string forebear = {};
        std::int64_t process = 0; ///< the last one it was seen as; 0 = none known to be alive
        int processes = 0;        ///< how many it was seen as
    };
    struct Search;
    void postStateless(const HttpRequest& head, ReadMessage read, const std::shared_ptr<HttpExchange>& exchange);
    void takeStatelessNotification(const HttpRequest& head, ReadMessage read,
                                   const std::shared_ptr<HttpExchange>& exchange);
    void takeStateless(const HttpRequest& head, const StatelessCaller& caller, std::int64_t process,
                       const std::shared_ptr<ReadMessage>& read, const std::shared_ptr<HttpExchange>& exchange);
    [[nodiscard]] std::string statelessClient(const ClientInfo& info, std::int64_t process);
    void admit(const std::string& id, const Caller& caller, const std::shared_ptr<HttpExchange>& exchange,
               const std::function<void()>& take);
    void takeAll(ParsedBody body, const HttpRequest& head, const std::shared_ptr<HttpExchange>& exchange);
    void initialize(const HttpRequest& head, const RpcMessage& message, const std::shared_ptr<HttpExchange>& exchange);
    void takeAll(PendingPost& visit, Version version, ParsedBody body, const HttpRequest& head,
                 const std::shared_ptr<HttpExchange>& exchange);
    Client& add(const std::string& id, ClientInfo info);
    PendingPost& addVisit(const std::string& mcpSession, Client& client, Version version);
    [[nodiscard]] Client* clientOf(const std::string& id);
    [[nodiscard]] PendingPost* visitOf(const std::string& mcpSession);
    /// The one that a request names; otherwise the request, which has this id, is answered.
    [[nodiscard]] PendingPost* visitFor(const HttpRequest& head, const std::shared_ptr<HttpExchange>& exchange,
                                        const nlohmann::json& request = {});
    [[nodiscard]] McpSessionHandle* sessionOf(const conversation::QuestionId& question);
    void see(const std::string& id, Client& client);
    void takeCallEnd(const std::string& id, bool isLost);
    void tellPresence();
    [[nodiscard]] bool isHere(const std::string& id) const;
    [[nodiscard]] bool isGone(const std::string& id) const;
    [[nodiscard]] static bool isWaiting(const Client& client);
    /// It has no session of MCP any more.
    [[nodiscard]] bool hasLeft(const Client& client) const;
    void forgetSome();
    // Finds the client that comes again.
    struct Arrival;
    [[nodiscard]] bool mayComeAgain(const ClientInfo& info) const;
    [[nodiscard]] std::string formerOf(const ClientInfo& info, std::int64_t process) const;
    [[nodiscard]] std::vector<std::string> storedClients() const;
    void arrive(std::int64_t process, const ClientInfo& info, const RpcMessage& message,
                const std::shared_ptr<HttpExchange>& exchange);
    void lookFor(const std::shared_ptr<Arrival>& arrival);
    void greet(const std::string& former, const ClientInfo& info, const RpcMessage& message,
               const std::shared_ptr<HttpExchange>& exchange);
    void forgetVisits(Client& client);
    // Finds the same question of a client that is gone.
    [[nodiscard]] FindSame finderFor(const std::string& mcpSession);
    void lookFor(const std::shared_ptr<Search>& search);
    [[nodiscard]] std::vector<std::string> formerClients(const std::string& id, const std::string& asker) const;
    [[nodiscard]] const std::string& holderOf(const std::string& id) const;
    [[nodiscard]] bool mayTakeOver(const Search& search, const std::string& id,
                                   const conversation::QuestionId& question) const;
    void takeOver(const std::string& heir, const std::string& id);

    session::SessionHub& m_hub;
    SessionLimit m_limit;
    Times m_times;
    std::map<std::string, Client> m_clients; ///< by their ids
    std::size_t m_count = 0;                 ///< of all that came
    std::set<std::string> m_left;            ///< sessions of MCP that ended with a goodbye
    QTimer m_look;                           ///< for those who have fallen silent
};

/// It calls a tool that says something to the person.
[[nodiscard]] bool beginsSession(const ReadMessage& read);
/// What a client accepts as a reply.
[[nodiscard]] bool takesJson(const HttpRequest& head);
[[nodiscard]] bool takesStream(const HttpRequest& head);

/// Answers requests of MCP clients to "/mcp". Thread: the server's; `server` is called on its own thread, and must
/// outlive the server of the exchange.
void handleMcpRequest(McpServer& server, HttpRequest request, const std::shared_ptr<HttpExchange>& exchange);

} // namespace quarterdeck::gateway::mcp
