#pragma once

#include "model/agents/coroutine_support.h"
#include "model/agents/provider/chat_providers.h"
#include "model/agents/provider/http_exchange.h"
#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/network_pool.h"

#include <QCoroTask>
#include <QElapsedTimer>
#include <QTimer>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::team {

/// What was started and used in the last minute, against limits. Pure: the caller supplies the clock (milliseconds from
/// any origin, never backwards).
class RateWindow
{
public:
    explicit RateWindow(ConnectionLimits limits = {}) : m_limits(limits) { }
    void setLimits(ConnectionLimits limits) { m_limits = limits; }
    /// Milliseconds until another call may start; 0 = now.
    [[nodiscard]] std::int64_t waitAt(std::int64_t now);
    void begin(std::int64_t now) { m_begun.push_back(now); }
    /// A call that was admitted did not start.
    void takeBack();
    void spend(std::int64_t now, std::int64_t tokens);

private:
    struct Spent
    {
        std::int64_t time = 0;
        std::int64_t tokens = 0;
    };
    void forget(std::int64_t now);

    ConnectionLimits m_limits;
    std::deque<std::int64_t> m_begun;
    std::deque<Spent> m_spent;
    std::int64_t m_tokens = 0; ///< of m_spent
};

/// Admits the calls of one connection as its limits allow, in the order of their arrival. Shared by all agents. Held by
/// shared_ptr; thread: engine.
class CallRateLimiter
{
public:
    explicit CallRateLimiter(ConnectionLimits limits);
    Q_DISABLE_COPY_MOVE(CallRateLimiter)

    void setLimits(ConnectionLimits limits);
    /// The server wants to be left alone for this long.
    void holdFor(std::int64_t milliseconds);
    /// Tokens of a call that ended.
    void spend(std::int64_t tokens);
    [[nodiscard]] int running() const { return m_running; }

    /// A call that was admitted; the next may start when it is destroyed.
    class CallPermit
    {
    public:
        explicit CallPermit(std::shared_ptr<CallRateLimiter> gate) : m_gate(std::move(gate)) { }
        CallPermit(CallPermit&&) noexcept = default;
        CallPermit& operator=(CallPermit&&) = delete;
        CallPermit(const CallPermit&) = delete;
        CallPermit& operator=(const CallPermit&) = delete;
        ~CallPermit();
        /// No request was sent with it, so it does not count.
        void setUnused() { m_isUsed = false; }

    private:
        std::shared_ptr<CallRateLimiter> m_gate;
        bool m_isUsed = true;
    };
    /// Null if it was cancelled meanwhile.
    [[nodiscard]] static QCoro::Task<std::shared_ptr<CallPermit>> enter(std::shared_ptr<CallRateLimiter> gate,
                                                                        std::shared_ptr<CancelToken> cancel);

private:
    using Waiter = std::shared_ptr<OneShot<bool>>;
    void admit();

    ConnectionLimits m_limits;
    RateWindow m_window;
    QElapsedTimer m_clock;
    std::int64_t m_heldUntil = 0;
    int m_running = 0;
    std::deque<Waiter> m_waiting;
    QTimer m_timer;
};

/// What all providers share.
struct SharedState
{
    ProviderEnvironment environment;
    PriceTable prices;
    std::shared_ptr<NetworkPool> pool = std::make_shared<NetworkPool>();
    std::shared_ptr<CancelToken> closing = std::make_shared<CancelToken>();
};

/// What the providers of one connection share, as long as its id exists and leads to the same place.
struct ConnectionState
{
    std::shared_ptr<CallRateLimiter> gate;
    std::optional<std::string> key = {}; ///< as last read
    /// It was replaced: whatever is read by the connection's id from now on belongs to another address.
    bool isRetired = false;
    std::optional<std::string> typedKey = {}; ///< for a test: as the person typed it, whatever the key's source
};

/// How long a model's answers are, as far as known: what a call may cost before it is made.
class AnswerLength
{
public:
    [[nodiscard]] std::int64_t expected() const { return static_cast<std::int64_t>(m_average); }
    void note(std::int64_t tokens) { m_average += (static_cast<double>(tokens) - m_average) / 8; }

private:
    double m_average = 300;
};

/// What a call needs, held by its frame so that it lives long enough.
struct ProviderState
{
    ModelConnection connection;
    std::string model;
    std::shared_ptr<SharedState> shared;
    std::shared_ptr<ConnectionState> ofConnection;
    std::shared_ptr<AnswerLength> answers = std::make_shared<AnswerLength>();
};

[[nodiscard]] formats::ChatConfig chatConfigOf(const ModelConnection& connection, const std::string& model,
                                               const PriceTable& prices);
[[nodiscard]] ModelSize sizeOf(const ModelConnection& connection, const std::string& model, const PriceTable& prices);
/// The maximum length to ask for, in tokens; empty = what the server thinks right.
[[nodiscard]] std::optional<std::int64_t> answerTokensOf(const ModelConnection& connection, const std::string& model,
                                                         const PriceTable& prices);
/// A request with the headers that the server's protocol requires.
[[nodiscard]] HttpRequest requestTo(const QUrl& url, const ModelConnection& connection, const std::string& key,
                                    std::int64_t maxBytes);
/// Empty if the server needs none. Errors: NotAllowed if one is needed and missing, NotFound if the state is retired.
[[nodiscard]] QCoro::Task<conversation::Result<std::string>> keyOf(std::shared_ptr<const ProviderState> state,
                                                                   std::shared_ptr<CancelToken> cancel);
/// False if it was cancelled meanwhile.
[[nodiscard]] QCoro::Task<bool> pauseFor(std::int64_t milliseconds, std::shared_ptr<CancelToken> cancel);
/// Cancelled when either is; the registrations last as long as the frame that holds them.
struct CombinedCancel
{
    std::shared_ptr<CancelToken> token = std::make_shared<CancelToken>();
    Callbacks::Registration first = {};
    Callbacks::Registration second = {};
};
[[nodiscard]] CombinedCancel combinedCancel(CancelToken& first, CancelToken& second);

/// Sends a request and reads its reply, as often as the environment's policy allows.
[[nodiscard]] QCoro::Task<ChatResult> callModel(std::shared_ptr<const ProviderState> state, ChatRequest request,
                                                std::shared_ptr<CancelToken> cancel, ReplyProgress progress,
                                                std::shared_ptr<CallBudget> payer = {});

} // namespace quarterdeck::team
