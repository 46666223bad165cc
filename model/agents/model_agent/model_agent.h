#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/environments.h"
#include "model/agents/provider/chat_provider.h"
#include "model/agents/run/agent.h"

#include <memory>

namespace quarterdeck::team {

/// The minds of a team whose members speak through models. An agent observes, thinks with a call of its model, and acts
/// through the tools of the conversation until it has nothing more to do. All it remembers is its inbox in the log:
/// what it was told, and its own steps. So an agent made anew continues where the last one was. Thread: engine.
class ModelTeam final : public AgentFactory
{
public:
    /// `place`: where the team's worlds are; without a folder there is no workspace. `retryDelayMs`: the wait before a
    /// failed model's first retry; each further wait is twice as long.
    ModelTeam(TeamDefinition team, std::shared_ptr<ModelSource> providers, EnvironmentContext place = {},
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
