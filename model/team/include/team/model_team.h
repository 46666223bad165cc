#pragma once

#include "team/agent_factory.h"
#include "team/environments.h"
#include "team/model_source.h"
#include "team/team_definition.h"

#include <memory>

namespace quarterdeck::team {

/// The minds of a team whose members speak through models. An agent observes, thinks by a call of its model, and acts
/// by the tools of the conversation until it has nothing more to do. All that it remembers is its inbox in the log:
/// what it was told, and its own steps. So an agent that is made anew goes on where the last one was. Thread: engine.
class ModelTeam final : public AgentFactory
{
public:
    /// `place`: where the worlds are that the team uses; without a folder there is no workspace. `retryDelayMs`: before
    /// the first retry of a model that failed; each further one waits twice as long.
    ModelTeam(TeamDefinition team, std::shared_ptr<ModelSource> providers, OuterPlace place = {},
              int retryDelayMs = 1000);
    ~ModelTeam() override;

    [[nodiscard]] std::shared_ptr<Agent> makeAgent(const conversation::SessionId& session,
                                                   const conversation::Role& role) override;

private:
    std::shared_ptr<const TeamDefinition> m_team;
    std::shared_ptr<ModelSource> m_providers;
    std::shared_ptr<Environments> m_environments;
    int m_retryDelayMs;
};

} // namespace quarterdeck::team
