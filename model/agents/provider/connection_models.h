#pragma once

#include "model/agents/provider/chat_providers.h"
#include "model/agents/provider/server_models.h"

#include <memory>

namespace quarterdeck::team {

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
