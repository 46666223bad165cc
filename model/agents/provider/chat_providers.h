#pragma once

#include "model/agents/provider/chat_provider.h"
#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/token_costs.h"

#include <QCoroTask>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// How often, and after which waits, a request is sent again.
struct RetryPolicy
{
    int attempts = 5;                  ///< in all
    std::int64_t firstDelayMs = 1'000; ///< doubled each time, plus up to half of it at random
    std::int64_t longestDelayMs = 60'000;
    std::int64_t longestServerDelayMs = 180'000; ///< no retry if a server wants more (Retry-After); otherwise obeyed
};

/// What providers need from the program. Each function is called on the engine thread and answers there, at once or
/// later.
struct ProviderEnvironment
{
    /// The key of a connection whose source is not None; empty = there is none.
    std::function<void(const ModelConnection&, std::function<void(conversation::Result<std::string>)>)> readKey = {};
    /// The bytes of an attachment; may be empty where there are none.
    std::function<void(const conversation::AttachmentHash&, std::function<void(conversation::Result<std::string>)>)>
        readAttachment = {};
    RetryPolicy retries = {};
    std::int64_t maxReplyBytes = std::int64_t{32} << 20;
};

/// The models of the person's connections: one provider per connection and model, made when it is first asked for and
/// shared by all agents. Calls of one connection share its limits. Thread: engine; it may be destroyed while calls run,
/// which then end as cancelled.
class ChatProviders
{
public:
    explicit ChatProviders(ProviderEnvironment environment, PriceTable prices = PriceTable::builtIn());
    ~ChatProviders();
    Q_DISABLE_COPY_MOVE(ChatProviders)

    /// Replaces all of them. Running calls go on as they began; but if the address, the protocol or the key's source
    /// has changed, or the connection is gone, they get no more keys and fail with NotFound.
    void setConnections(std::vector<ModelConnection> connections);
    [[nodiscard]] const std::vector<ModelConnection>& connections() const;
    /// For the next replies.
    void setPrices(PriceTable prices);
    [[nodiscard]] const PriceTable& prices() const;
    /// The next call reads the key anew.
    void forgetKey(const std::string& connection);

    /// Errors: NotFound if there is no such connection.
    [[nodiscard]] conversation::Result<std::shared_ptr<ChatProvider>> provider(const std::string& connection,
                                                                               const std::string& model);
    /// A model on a server that is no stored connection. Errors: BadInput if none can be made from it.
    [[nodiscard]] conversation::Result<std::shared_ptr<ChatProvider>> providerAt(const ModelConnection& server,
                                                                                 const std::string& model);

    /// Lists the models and, given a model (empty = the connection's, or the first in the list), asks it for a few
    /// words, a tool call and the colour of a picture: some hundred tokens. The connection need not be among those set,
    /// and a `key` that is not empty is used instead of the stored one. Nothing is retried.
    [[nodiscard]] QCoro::Task<ConnectionTestReport> test(ModelConnection connection, std::string key, std::string model,
                                                         std::shared_ptr<CancelToken> cancel);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// The server refused the prompt as longer than the model can read: shorten it and ask again.
[[nodiscard]] bool isContextTooLong(const conversation::Error& error);

/// The models of the person's connections, named by id or by name; if there is only one connection, a team need not
/// name it. Thread: engine.
class ConnectionModels final : public ServerModels
{
public:
    explicit ConnectionModels(std::shared_ptr<ChatProviders> providers) : m_providers(std::move(providers)) { }

    [[nodiscard]] std::optional<ModelConnection> connectionOf(const ModelChoice& choice) const override;
    [[nodiscard]] conversation::Result<std::shared_ptr<ChatProvider>> providerOf(const ModelChoice& choice) override;
    [[nodiscard]] conversation::Result<std::shared_ptr<ChatProvider>> providerAt(const ModelConnection& server,
                                                                                 const std::string& model) override;

private:
    std::shared_ptr<ChatProviders> m_providers;
};

} // namespace quarterdeck::team
