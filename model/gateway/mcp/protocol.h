#pragma once

#include "model/conversation/ids.h"
#include "model/gateway/http/http_message.h"

#include <QObject>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// JSON-RPC 2.0 as used by MCP: ids are strings or integers, parameters are objects. What JSON cannot hold (lone
/// surrogates) is read and written like formats::python_json does. Pure; thread: any.

namespace rpc_code {
inline constexpr int parseError = -32700;
inline constexpr int invalidRequest = -32600;
inline constexpr int methodNotFound = -32601;
inline constexpr int invalidParams = -32602;
inline constexpr int internalError = -32603;
inline constexpr int noSuchSession = -32001; ///< as the official libraries have it
} // namespace rpc_code

struct RpcError
{
    int code = rpc_code::internalError;
    std::string message; ///< one English sentence, for the program
    friend bool operator==(const RpcError&, const RpcError&) = default;
};

struct RpcMessage
{
    enum class Kind { Request, Notification, Response, Invalid };
    Kind kind = Kind::Invalid;
    nlohmann::json id; ///< of a request or response; of an invalid one as far as it can be known, otherwise null
    std::string method;
    nlohmann::json params = nlohmann::json::object();
    std::string fault; ///< for an invalid one: what is wrong with it
    friend bool operator==(const RpcMessage&, const RpcMessage&) = default;
};

struct RpcBody
{
    std::vector<RpcMessage> messages; ///< at least one
    bool isBatch = false;
};

/// More in one batch are refused.
inline constexpr std::size_t mostInBatch = 100;

/// Parses a post, or one line of standard input. Errors: for text that is not JSON or nested too deeply, or an empty or
/// too long batch; errors in a single message are part of that message.
[[nodiscard]] tl::expected<RpcBody, RpcError> readRpc(std::string_view text);

[[nodiscard]] nlohmann::json resultOf(const nlohmann::json& id, nlohmann::json result);
[[nodiscard]] nlohmann::json errorOf(const nlohmann::json& id, const RpcError& error);
[[nodiscard]] nlohmann::json notification(const std::string& method, nlohmann::json params);
/// On one line.
[[nodiscard]] std::string textOf(const nlohmann::json& message);

/// The versions of MCP spoken here, and the opening exchange. Pure; thread: any.

enum class Version { November2024, March2025, June2025, November2025, July2026 };

/// Of those that begin with "initialize"; the one after it is in stateless.h.
inline constexpr Version newestVersion = Version::November2025;
/// For clients that name none: the HTTP header is newer than they are.
inline constexpr Version unnamedVersion = Version::March2025;

/// "2025-11-25"
[[nodiscard]] std::string_view nameOf(Version version);
[[nodiscard]] bool isKnownVersion(std::string_view name);
/// All, the newest first.
[[nodiscard]] std::vector<std::string_view> knownVersions();
/// The version to use with a client that wants this one: itself, or the newest.
[[nodiscard]] Version negotiated(std::string_view wanted);
/// Several messages in one post, which only the oldest versions have.
[[nodiscard]] constexpr bool hasBatches(Version version) { return version <= Version::March2025; }
[[nodiscard]] constexpr bool hasStructuredContent(Version version) { return version >= Version::June2025; }

/// From which level a client wants log messages. It is sent none, so any value is
/// honoured.
[[nodiscard]] bool isLogLevel(const nlohmann::json& level);

/// Who connected, in its own words.
struct ClientInfo
{
    std::string name;    ///< "claude-code"; never empty
    std::string title;   ///< for people; may be empty
    std::string version; ///< may be empty
    friend bool operator==(const ClientInfo&, const ClientInfo&) = default;
    /// For a person to read.
    [[nodiscard]] const std::string& shownName() const { return title.empty() ? name : title; }
};
/// From the parameters of "initialize". Odd or missing fields are no error.
[[nodiscard]] ClientInfo clientIn(const nlohmann::json& params);
[[nodiscard]] nlohmann::json toJson(const ClientInfo& client);
/// The client that an MCP session belongs to: one that has a session per call is given ids of "CLIENT.SESSION", so that
/// this outlasts a restart.
[[nodiscard]] std::string clientOfSession(std::string_view mcpSession);
/// ISO 8601, to the millisecond.
[[nodiscard]] std::string timeText(conversation::Timestamp time);
/// Who answers here.
[[nodiscard]] nlohmann::json serverInfo();
/// The response to "initialize".
[[nodiscard]] nlohmann::json welcome(Version version);

/// The way back to one HTTP request: a response for each of its messages, as JSON if all are ready at once, as an event
/// stream if somebody has to wait and can read one. Thread: one, that of `context`.
class Reply final : public std::enable_shared_from_this<Reply>
{
public:
    struct Form
    {
        std::size_t responses = 1; ///< awaited
        bool takesJson = true;
        bool takesStream = false;
        bool isBatch = false;
        bool isStateless = false;                                     ///< results are as that revision has them
        std::vector<std::pair<std::string, std::string>> fields = {}; ///< of the head
    };
    /// `context` must outlive the server of the exchange.
    Reply(QObject& context, std::shared_ptr<HttpExchange> exchange, Form form);

    /// `whenTaken` reports that the client has it, as far as can be known; may be empty.
    void respond(nlohmann::json message, const std::string& eventId = {}, std::function<void()> whenTaken = {});
    /// What becomes of the result before it is sent.
    void setFrame(std::function<nlohmann::json(nlohmann::json)> frame) { m_frame = std::move(frame); }
    /// A request gets no response.
    void drop();
    /// Somebody has to wait: starts a stream if the client accepts one. `whenGone` is called if it leaves before
    /// everything was sent.
    void hold(std::function<void()> whenGone);
    /// In a stream; ignored otherwise.
    void sendMessage(const nlohmann::json& message, const std::string& eventId);
    /// An event without a message, from which a client that loses the stream can resume.
    void sendFirstEvent(const std::string& eventId);
    /// Keeps intermediaries from considering the stream dead.
    void sendKeepAlive();

private:
    void settle();
    void answerAtOnce();
    void send(std::string piece, std::function<void()> whenTaken = {});

    QObject& m_context;
    std::shared_ptr<HttpExchange> m_exchange;
    Form m_form;
    std::function<nlohmann::json(nlohmann::json)> m_frame; ///< empty = it is sent as it is
    std::vector<std::string> m_ready;                      ///< responses waiting for the others
    std::vector<std::function<void()>> m_whenTaken;
    std::vector<std::function<void()>> m_whenGone; ///< for each waiting request
    bool m_isStream = false;
};

} // namespace quarterdeck::gateway::mcp
