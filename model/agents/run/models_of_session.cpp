#include "model/agents/run/models_of_session.h"

#include "model/agents/provider/server_models.h"
#include "model/agents/sentences.h"

namespace quarterdeck::team {

using conversation::Result;

namespace {

/// Asks for its own model, whichever the team names.
class ChosenProvider final : public ChatProvider
{
public:
    ChosenProvider(std::shared_ptr<ChatProvider> provider, std::string model)
        : m_provider(std::move(provider))
        , m_model(std::move(model))
    { }
    [[nodiscard]] QCoro::Task<ChatResult> chat(ChatRequest request, std::shared_ptr<CancelToken> cancel,
                                               ReplyProgress progress, std::shared_ptr<CallPayer> payer) override
    {
        request.options.model = m_model;
        return m_provider->chat(std::move(request), std::move(cancel), std::move(progress), std::move(payer));
    }
    [[nodiscard]] ModelSize size() const override { return m_provider->size(); }

private:
    std::shared_ptr<ChatProvider> m_provider;
    std::string m_model;
};

} // namespace

ModelChoice ModelsOfSession::meantBy(const ModelChoice& wanted) const
{
    ModelChoice choice = wanted;
    if (!recorded.connection.empty())
        choice = {recorded.connection, recorded.model};
    if (!chosen.connection.empty())
        choice.connection = chosen.connection;
    if (!chosen.model.empty())
        choice.model = chosen.model;
    return choice;
}

std::optional<Connection> ModelsOfSession::connectionOf(const ModelChoice& wanted) const
{
    const ModelChoice choice = meantBy(wanted);
    for (const std::optional<Connection>& server : {chosenServer, ownServer})
        if (server && server->id == choice.connection)
            return server;
    return current->connectionOf(choice);
}

Result<std::shared_ptr<ChatProvider>> ModelsOfSession::providerOf(const ModelChoice& wanted)
{
    const ModelChoice choice = meantBy(wanted);
    auto found = providerNamed(choice);
    if (!found || choice.model == wanted.model)
        return found;
    return std::make_shared<ChosenProvider>(std::move(*found), choice.model);
}

Result<std::shared_ptr<ChatProvider>> ModelsOfSession::providerNamed(const ModelChoice& choice) const
{
    for (const std::optional<Connection>& server : {chosenServer, ownServer}) {
        if (!server || server->id != choice.connection)
            continue;
        if (auto* const reaching = dynamic_cast<ServerModels*>(current.get()))
            return reaching->providerAt(*server, choice.model);
        return tl::make_unexpected(conversation::Error{conversation::ErrorCode::NotFound,
                                                       sentences::noSuchConnection(server->name), server->id});
    }
    return current->providerOf(choice);
}

} // namespace quarterdeck::team
