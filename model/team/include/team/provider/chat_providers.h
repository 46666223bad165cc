#pragma once

#include "team/chat_provider.h"
#include "team/provider/connection.h"
#include "team/provider/connection_report.h"
#include "team/provider/price_table.h"

#include <QCoroTask>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// How often and after which waits a request is sent again.
struct RetryPolicy
{
    int attempts = 5;                  ///< in all
    std::int64_t firstDelayMs = 1'000; ///< doubled each time, and up to half as much again by chance
    std::int64_t longestDelayMs = 60'000;
    std::int64_t longestServerDelayMs = 180'000; ///< who wants more (Retry-After) is asked no more; others wait so long
};

/// What providers need of the program. Each function is called on the engine thread and answers there, at once or
/// later.
struct ProviderEnvironment
{
    /// The key of a connection whose source is not None; empty = there is none.
    std::function<void(const Connection&, std::function<void(conversation::Result<std::string>)>)> readKey = {};
    /// The bytes of an attachment; may be empty where there are none.
    std::function<void(const conversation::AttachmentHash&, std::function<void(conversation::Result<std::string>)>)>
        readAttachment = {};
    RetryPolicy retries = {};
    std::int64_t maxReplyBytes = std::int64_t{32} << 20;
};

/// The models of the connections that the person has: one provider per connection and model, made when it is first
/// asked for, shared by all agents. Calls of one connection share its limits. Thread: engine; it may end while calls
/// run: they end as cancelled.
class ChatProviders
{
public:
    explicit ChatProviders(ProviderEnvironment environment, PriceTable prices = PriceTable::builtIn());
    ~ChatProviders();
    Q_DISABLE_COPY_MOVE(ChatProviders)

    /// All there are. Calls that run go on as they began; but where the address, the protocol or the key's source is
    /// another now, or the connection is gone, those of before get no key any more and fail with NotFound.
    void setConnections(std::vector<Connection> connections);
    [[nodiscard]] const std::vector<Connection>& connections() const;
    /// Of the next replies.
    void setPrices(PriceTable prices);
    [[nodiscard]] const PriceTable& prices() const;
    /// The key is read anew by the next call.
    void forgetKey(const std::string& connection);

    /// Errors: NotFound where that connection is not.
    [[nodiscard]] conversation::Result<std::shared_ptr<ChatProvider>> provider(const std::string& connection,
                                                                               const std::string& model);
    /// A model of a server that is none of the connections. Errors: BadInput where none can be made with it.
    [[nodiscard]] conversation::Result<std::shared_ptr<ChatProvider>> providerAt(const Connection& server,
                                                                                 const std::string& model);
    /// What this model can do, as far as it is known (for the serializer, and for what an agent may send).
    [[nodiscard]] formats::ChatConfig configOf(const Connection& connection, const std::string& model) const;
    /// Tokens that fit into a prompt and its reply; 0 = not known.
    [[nodiscard]] std::int64_t contextTokensOf(const Connection& connection, const std::string& model) const;

    /// Lists the models and, with a model (empty = the connection's or the list's first), asks it for a few words, a
    /// call of a tool and the colour of a picture: some hundred tokens. The connection need not be among those set, and
    /// `key` is used instead of the stored one when it is not empty. Nothing is tried twice.
    [[nodiscard]] QCoro::Task<ConnectionReport> test(Connection connection, std::string key, std::string model,
                                                     std::shared_ptr<CancelToken> cancel);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// The server refused the prompt because it is longer than the model can read: shorten it, and ask again.
[[nodiscard]] bool isContextTooLong(const conversation::Error& error);

} // namespace quarterdeck::team
