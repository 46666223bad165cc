#pragma once

#include "model/agents/provider/chat_providers.h"
#include "model/conversation/message.h"
#include "tests/model_server/model_server.h"
#include "tests/support/wait.h"

#include <QCoroTask>
#include <memory>
#include <optional>
#include <string>

/// A model server, and a connection to it with providers that wait for nothing long.
class ProviderKit
{
public:
    using Reply = quarterdeck::team::ChatResult;

    explicit ProviderKit(model_server::Script script, quarterdeck::team::PriceTable prices = {})
        : m_server(std::move(script))
        , m_prices(std::move(prices))
    {
        if (!m_server.listen())
            qFatal("no port");
        connection = quarterdeck::team::newConnection(quarterdeck::team::Service::Other);
        connection.name = "Test server";
        connection.address = m_server.address().toStdString();
        environment.retries.firstDelayMs = 1;
        environment.readKey = [this](const quarterdeck::team::ModelConnection&, auto done) {
            ++keyReads;
            done(quarterdeck::conversation::Result<std::string>(key));
        };
    }

    [[nodiscard]] model_server::ModelServer& server() { return m_server; }
    /// Made with what `connection` and `environment` are when it is first called.
    [[nodiscard]] quarterdeck::team::ChatProviders& providers()
    {
        if (!m_providers) {
            m_providers = std::make_unique<quarterdeck::team::ChatProviders>(environment, m_prices);
            m_providers->setConnections({connection});
        }
        return *m_providers;
    }
    void endProviders() { m_providers.reset(); }
    [[nodiscard]] std::shared_ptr<quarterdeck::team::ChatProvider> provider(const std::string& model = "small")
    {
        return providers().provider(connection.id, model).value();
    }

    /// A running call; its result is in the pointer once it has come.
    using Running = std::shared_ptr<std::optional<Reply>>;
    [[nodiscard]] Running
    start(quarterdeck::team::ChatRequest request,
          std::shared_ptr<quarterdeck::team::CancelToken> cancel = std::make_shared<quarterdeck::team::CancelToken>(),
          quarterdeck::team::ReplyProgress progress = {}, std::shared_ptr<quarterdeck::team::CallBudget> payer = {})
    {
        auto result = std::make_shared<std::optional<Reply>>();
        store(provider()->chat(std::move(request), std::move(cancel), std::move(progress), std::move(payer)), result);
        return result;
    }
    [[nodiscard]] static Running startWith(const std::shared_ptr<quarterdeck::team::ChatProvider>& provider,
                                           const std::string& text)
    {
        auto result = std::make_shared<std::optional<Reply>>();
        store(provider->chat(request(text), std::make_shared<quarterdeck::team::CancelToken>(), {}, {}), result);
        return result;
    }
    /// Waits for it.
    [[nodiscard]] Reply ask(quarterdeck::team::ChatRequest request, quarterdeck::team::ReplyProgress progress = {})
    {
        const Running running =
            start(std::move(request), std::make_shared<quarterdeck::team::CancelToken>(), std::move(progress));
        if (!quarterdeck::test::waitFor([&] { return running->has_value(); }))
            qFatal("no reply came");
        return **running;
    }
    [[nodiscard]] Reply ask(const std::string& text) { return ask(request(text)); }

    [[nodiscard]] static quarterdeck::team::ChatRequest request(const std::string& text)
    {
        quarterdeck::conversation::Message message;
        message.content = quarterdeck::conversation::textBlocks(text);
        quarterdeck::team::ChatRequest request;
        request.messages = {message};
        return request;
    }

    quarterdeck::team::ModelConnection connection;
    quarterdeck::team::ProviderEnvironment environment;
    std::string key = "sk-secret-of-the-test";
    int keyReads = 0;

private:
    static QCoro::Task<void> store(QCoro::Task<Reply> task, Running result)
    {
        Reply reply = co_await task;
        *result = std::move(reply);
    }

    model_server::ModelServer m_server;
    quarterdeck::team::PriceTable m_prices;
    std::unique_ptr<quarterdeck::team::ChatProviders> m_providers;
};

[[nodiscard]] inline std::string textOf(const quarterdeck::team::ChatReply& reply)
{
    std::string text;
    for (const auto& block : reply.blocks)
        if (const auto* words = std::get_if<quarterdeck::conversation::TextBlock>(&block))
            text += words->text;
    return text;
}

template <typename Block>
[[nodiscard]] std::vector<Block> blocksIn(const quarterdeck::team::ChatReply& reply)
{
    std::vector<Block> found;
    for (const auto& block : reply.blocks)
        if (const auto* one = std::get_if<Block>(&block))
            found.push_back(*one);
    return found;
}

[[nodiscard]] inline model_server::Script scriptOf(const char* json)
{
    std::string problem;
    auto script = model_server::scriptOf(nlohmann::json::parse(json), problem);
    if (!script)
        qFatal("%s", problem.c_str());
    return *script;
}
