#include "model/agents/provider/chat_providers.h"

#include "model/agents/provider/connection_test.h"
#include "model/agents/provider/provider_errors.h"
#include "model/agents/provider/provider_state.h"
#include "model/agents/team_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace quarterdeck::team {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;

namespace {

class HttpChatProvider final : public ChatProvider
{
public:
    explicit HttpChatProvider(std::shared_ptr<const ProviderState> state) : m_state(std::move(state)) { }

    [[nodiscard]] QCoro::Task<ChatResult> chat(ChatRequest request, std::shared_ptr<CancelToken> cancel,
                                               ReplyProgress progress, std::shared_ptr<CallBudget> payer) override
    {
        return callModel(m_state, std::move(request), std::move(cancel), std::move(progress), std::move(payer));
    }
    [[nodiscard]] ModelSize size() const override
    {
        return sizeOf(m_state->connection, m_state->model, m_state->shared->prices);
    }

private:
    std::shared_ptr<const ProviderState> m_state;
};

/// Whether the key read for one may be sent to the other.
bool hasSameKey(const ModelConnection& one, const ModelConnection& other)
{
    return one.address == other.address && one.protocol == other.protocol && one.keySource == other.keySource
        && one.keyVariable == other.keyVariable;
}

} // namespace

struct ChatProviders::Private
{
    std::shared_ptr<SharedState> shared;
    std::vector<ModelConnection> connections;
    std::map<std::string, std::shared_ptr<ConnectionState>> states;                    ///< by connection
    std::map<std::pair<std::string, std::string>, std::shared_ptr<ChatProvider>> made; ///< by connection and model

    std::shared_ptr<ChatProvider> make(const std::string& key, const ModelConnection& connection,
                                       const std::string& model)
    {
        std::shared_ptr<ChatProvider>& known = made[{key, model}];
        if (known)
            return known;
        std::shared_ptr<ConnectionState>& state = states[key];
        if (!state)
            state = std::make_shared<ConnectionState>(
                ConnectionState{std::make_shared<CallRateLimiter>(connection.limits)});
        known = std::make_shared<HttpChatProvider>(
            std::make_shared<const ProviderState>(ProviderState{connection, model, shared, state}));
        return known;
    }

    /// Running calls keep the old state; if the key is another's, they no longer get it.
    void renew(const ModelConnection& old, const ModelConnection* now)
    {
        const auto state = states.find(old.id);
        if (state == states.end())
            return;
        const std::shared_ptr<ConnectionState> before = state->second;
        before->key.reset();
        if (now == nullptr || !hasSameKey(old, *now)) {
            before->isRetired = true;
            states.erase(state);
        }
        if (now == nullptr)
            return;
        states.try_emplace(old.id, std::make_shared<ConnectionState>(ConnectionState{before->gate}));
        before->gate->setLimits(now->limits); // last: it may let calls through at once
    }
};

ChatProviders::ChatProviders(ProviderEnvironment environment, PriceTable prices) : d(std::make_unique<Private>())
{
    d->shared = std::make_shared<SharedState>();
    d->shared->environment = std::move(environment);
    d->shared->prices = std::move(prices);
}

ChatProviders::~ChatProviders() { d->shared->closing->cancel(); }

void ChatProviders::setConnections(std::vector<ModelConnection> connections)
{
    for (const ModelConnection& old : d->connections) {
        const auto now = std::ranges::find(connections, old.id, &ModelConnection::id);
        if (now != connections.end() && *now == old)
            continue;
        std::erase_if(d->made, [&](const auto& entry) { return entry.first.first == old.id; });
        d->renew(old, now == connections.end() ? nullptr : &*now);
    }
    d->connections = std::move(connections);
}

const std::vector<ModelConnection>& ChatProviders::connections() const { return d->connections; }

void ChatProviders::setPrices(PriceTable prices) { d->shared->prices = std::move(prices); }

const PriceTable& ChatProviders::prices() const { return d->shared->prices; }

void ChatProviders::forgetKey(const std::string& connection)
{
    if (const auto state = d->states.find(connection); state != d->states.end())
        state->second->key.reset();
}

Result<std::shared_ptr<ChatProvider>> ChatProviders::provider(const std::string& connection, const std::string& model)
{
    const auto found = std::ranges::find(d->connections, connection, &ModelConnection::id);
    if (found == d->connections.end())
        return tl::unexpected(Error{ErrorCode::NotFound, provider_errors::unknownConnection(), {}});
    return d->make(connection, *found, model);
}

Result<std::shared_ptr<ChatProvider>> ChatProviders::providerAt(const ModelConnection& server, const std::string& model)
{
    if (auto problem = problemOf(server))
        return tl::unexpected(std::move(*problem));
    // Identified by all of its fields: a key read for one of them must not go to another, nor to a connection.
    return d->make(jsonOf(server).json().dump(), server, model);
}

QCoro::Task<ConnectionTestReport> ChatProviders::test(ModelConnection connection, std::string key, std::string model,
                                                      std::shared_ptr<CancelToken> cancel)
{
    // A trial waits for nobody and is not retried; everything else is as in a run.
    auto shared = std::make_shared<SharedState>(*d->shared);
    shared->environment.retries.attempts = 1;
    shared->environment.retries.longestServerDelayMs = 0;
    auto ofConnection =
        std::make_shared<ConnectionState>(ConnectionState{std::make_shared<CallRateLimiter>(ConnectionLimits())});
    if (!key.empty())
        ofConnection->typedKey = std::move(key);
    return testConnection(
        std::make_shared<const ProviderState>(ProviderState{std::move(connection), {}, shared, ofConnection}),
        std::move(model), std::move(cancel));
}

conversation::Result<std::shared_ptr<ChatProvider>> ConnectionModels::providerAt(const ModelConnection& server,
                                                                                 const std::string& model)
{
    return m_providers->providerAt(server, model);
}

std::optional<ModelConnection> ConnectionModels::connectionOf(const ModelChoice& choice) const
{
    const std::vector<ModelConnection>& all = m_providers->connections();
    auto found = std::ranges::find(all, choice.connection, &ModelConnection::id);
    if (found == all.end())
        found = std::ranges::find(all, choice.connection, &ModelConnection::name);
    if (found == all.end() && choice.connection.empty() && all.size() == 1)
        found = all.begin();
    return found == all.end() ? std::nullopt : std::optional(*found);
}

conversation::Result<std::shared_ptr<ChatProvider>> ConnectionModels::providerOf(const ModelChoice& choice)
{
    if (const auto found = connectionOf(choice))
        return m_providers->provider(found->id, choice.model);
    const bool hasNone = m_providers->connections().empty();
    const std::string sentence = hasNone ? texts::noConnections()
        : choice.connection.empty()      ? texts::noConnectionChosen()
                                         : texts::noSuchConnection(choice.connection);
    return tl::make_unexpected(Error{ErrorCode::NotFound, sentence, choice.connection});
}

} // namespace quarterdeck::team
