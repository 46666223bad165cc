#pragma once

#include "model/agents/model_agent/rebuilt_prompt.h"
#include "model/agents/provider/chat_providers.h"
#include "model_team_kit.h"
#include "tests/model_server/model_server.h"

#include <QTemporaryDir>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::test {

/// What a ServedTeam speaks through, if not the usual.
struct ServedThrough
{
    team::ProviderEnvironment environment = {};
    team::PriceTable prices = team::PriceTable::builtIn();
    std::function<void(team::ModelConnection&)> changed = {}; ///< the connection
};

/// A team whose models are on a server that plays a script: what they are given goes over a real socket.
struct ServedTeam
{
    explicit ServedTeam(const char* script, const ServedThrough& through = {});
    /// And waits until all is said about it.
    [[nodiscard]] bool tell(session::Session* session, const std::string& text);
    /// As when the program ends and starts again.
    session::Session* restart(session::SessionId id);

    QTemporaryDir folder;
    model_server::ModelServer server;
    std::shared_ptr<team::ChatProviders> providers;
    ModelTeamKit kit{EngineKit::Where::Memory, folder.path().toStdString()};

private:
    void makeTeams();
};

[[nodiscard]] team::TeamDefinition servedTeam(const std::vector<std::string>& names);
/// What the agent behind a message saw, read as the window reads it. `reads`: counts the pieces.
[[nodiscard]] std::optional<team::RebuiltPrompt> seenBehind(EngineKit& kit, const session::Session& session,
                                                            const conversation::Event& event, int* reads = nullptr);
/// Those that a model was called for, in order of the log.
[[nodiscard]] std::vector<conversation::Event> stepsOf(EngineKit& kit, const session::Session& session);

} // namespace quarterdeck::test
