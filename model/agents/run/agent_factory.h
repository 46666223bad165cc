#pragma once

#include "model/agents/run/agent.h"
#include "model/conversation/ids.h"
#include "model/conversation/role.h"

#include <memory>

namespace quarterdeck::team {

/// Makes a role's mind when it first has something to do. Thread: engine.
class AgentFactory
{
public:
    virtual ~AgentFactory() = default;
    /// Null if nobody can play that role, which is then shown as failed.
    [[nodiscard]] virtual std::shared_ptr<Agent> makeAgent(const conversation::SessionId& session,
                                                           const conversation::Role& role) = 0;
};

} // namespace quarterdeck::team
