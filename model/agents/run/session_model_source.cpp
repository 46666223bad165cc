#include "model/agents/run/session_model_source.h"

#include "model/agents/provider/server_models.h"
#include "model/agents/team_text.h"

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
                                               ReplyProgress progress, std::shared_ptr<CallBudget> payer) override
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

ModelChoice SessionModelSource::resolveModel(const ModelChoice& wanted) const
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

std::optional<ModelConnection> SessionModelSource::connectionOf(const ModelChoice& wanted) const
{
    const ModelChoice choice = resolveModel(wanted);
    for (const std::optional<ModelConnection>& server : {chosenServer, ownServer})
        if (server && server->id == choice.connection)
            return server;
    return current->connectionOf(choice);
}

Result<std::shared_ptr<ChatProvider>> SessionModelSource::providerOf(const ModelChoice& wanted)
{
    const ModelChoice choice = resolveModel(wanted);
    auto found = providerNamed(choice);
    if (!found || choice.model == wanted.model)
        return found;
    return std::make_shared<ChosenProvider>(std::move(*found), choice.model);
}

Result<std::shared_ptr<ChatProvider>> SessionModelSource::providerNamed(const ModelChoice& choice) const
{
    for (const std::optional<ModelConnection>& server : {chosenServer, ownServer}) {
        if (!server || server->id != choice.connection)
            continue;
        if (auto* const reaching = dynamic_cast<ServerModels*>(current.get()))
            return reaching->providerAt(*server, choice.model);
        return tl::make_unexpected(
            conversation::Error{conversation::ErrorCode::NotFound, texts::noSuchConnection(server->name), server->id});
    }
    return current->providerOf(choice);
}

} // namespace quarterdeck::team
