#include "team/connection_models.h"

#include "run/sentences.h"

#include <algorithm>

namespace quarterdeck::team {

using conversation::Error;
using conversation::ErrorCode;

conversation::Result<std::shared_ptr<ChatProvider>> ConnectionModels::providerAt(const Connection& server,
                                                                                 const std::string& model)
{
    return m_providers->providerAt(server, model);
}

conversation::Result<std::shared_ptr<ChatProvider>> ConnectionModels::providerOf(const ModelChoice& choice)
{
    const std::vector<Connection>& all = m_providers->connections();
    auto found = std::ranges::find(all, choice.connection, &Connection::id);
    if (found == all.end())
        found = std::ranges::find(all, choice.connection, &Connection::name);
    if (found == all.end() && choice.connection.empty() && all.size() == 1)
        found = all.begin();
    if (found != all.end())
        return m_providers->provider(found->id, choice.model);
    const std::string sentence = all.empty() ? sentences::noConnections()
        : choice.connection.empty()          ? sentences::noConnectionChosen()
                                             : sentences::noSuchConnection(choice.connection);
    return tl::make_unexpected(Error{ErrorCode::NotFound, sentence, choice.connection});
}

} // namespace quarterdeck::team
