#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/environments.h"
#include "model/agents/provider/chat_provider.h"
#include "model/agents/provider/model_connection.h"
#include "model/agents/run/session_notes.h"
#include "model/session/library.h"

#include <memory>
#include <optional>
#include <utility>

namespace quarterdeck::team {

/// The models that one session's agents use: the program's, or those it was given meanwhile, with the server that it
/// began with and the model chosen in place of its team's. Thread: engine.
class SessionModelSource : public ModelSource
{
public:
    explicit SessionModelSource(std::shared_ptr<ModelSource> models) : current(std::move(models)) { }

    [[nodiscard]] ModelChoice resolveModel(const ModelChoice& wanted) const override;
    [[nodiscard]] std::optional<ModelConnection> connectionOf(const ModelChoice& wanted) const override;
    [[nodiscard]] conversation::Result<std::shared_ptr<ChatProvider>> providerOf(const ModelChoice& wanted) override;

    std::shared_ptr<ModelSource> current;
    std::optional<ModelConnection> ownServer; ///< the one the session began with
    ModelChoice chosen;                       ///< overrides the team's; empty parts are left to the team
    std::optional<ModelConnection> chosenServer;
    ChosenModel recorded; ///< the person's choice according to the session's log; `chosen` overrides it

private:
    [[nodiscard]] conversation::Result<std::shared_ptr<ChatProvider>> providerNamed(const ModelChoice& choice) const;
};

/// The first event of a log; null if it is none.
[[nodiscard]] const conversation::SessionStarted*
beginningIn(const session::Result<std::vector<session::Event>>& first);
/// A team on models that lives here may stand in it.
[[nodiscard]] bool namesTeam(const conversation::SessionStarted* started);

/// What a team would do if it went on, for the person to decide. `models`: as the session's agents would get them.
[[nodiscard]] HeldTeam heldTeam(const conversation::SessionId& session, const conversation::ConversationState& state,
                                const StartedTeam& started, const ModelSource& models, const EnvironmentContext& place);

/// Members whose call of a model ended with the program that made it.
[[nodiscard]] std::vector<conversation::RoleName> rolesCutOff(const conversation::ConversationState& state,
                                                              const TeamDefinition& team);
/// What one more call of each of them costs, if it is like the last one in `events`; empty = unknown.
[[nodiscard]] std::optional<double> costOfLastCalls(const std::vector<session::Event>& events,
                                                    const std::vector<conversation::RoleName>& roles);

/// Why a team may not work in the folder that its log names, in a sentence; empty = it may. `kept`: see
/// openWorkspaceFolder. Blocks on the disk. Thread: any.
[[nodiscard]] std::string problemOfFolder(const std::string& path, const std::vector<std::string>& kept);

} // namespace quarterdeck::team
