#pragma once

#include "conversation/ids.h"
#include "conversation/role.h"
#include "team/agent.h"

#include <memory>

namespace quarterdeck::team {

/// Makes the mind of a role when it first has something to do. Thread: engine.
class AgentFactory
{
public:
    virtual ~AgentFactory() = default;
    /// Null when nobody can play that role: it is then shown as failed.
    [[nodiscard]] virtual std::shared_ptr<Agent> makeAgent(const conversation::SessionId& session,
                                                           const conversation::Role& role) = 0;
};

} // namespace quarterdeck::team
