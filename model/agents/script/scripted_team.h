#pragma once

#include "model/agents/run/agent.h"
#include "model/agents/script/script.h"

#include <memory>

namespace quarterdeck::team {

/// Plays a script through the interface that model-driven agents use: one per session. What was played is in the log
/// (message metadata, question ids), so that it continues with the next step after a restart. Thread: engine.
class ScriptedTeam final : public AgentFactory
{
public:
    /// `pace`: 1 = as written, 0 = no waits and no drafts.
    explicit ScriptedTeam(std::shared_ptr<const Script> script, double pace = 1.0);
    ~ScriptedTeam() override;

    [[nodiscard]] std::shared_ptr<Agent> makeAgent(const conversation::SessionId& session,
                                                   const conversation::Role& role) override;
    /// The person's first message.
    [[nodiscard]] static conversation::Message ideaOf(const Script& script);

    struct ScriptProgress;

private:
    std::shared_ptr<ScriptProgress> m_stage;
};

} // namespace quarterdeck::team
