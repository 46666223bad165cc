#include "model/agents/provider/connection_models.h"

#include "model/agents/team_text.h"

#include <algorithm>

namespace quarterdeck::team {

using conversation::Error;
using conversation::ErrorCode;

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
