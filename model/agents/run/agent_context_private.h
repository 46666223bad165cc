#pragma once

#include "model/agents/run/agent.h"
#include "model/agents/run/team_run.h"

namespace quarterdeck::team {

struct AgentContext::Private
{
    RunPtr run;
    conversation::Role role;
    std::shared_ptr<CancelToken> cancel;
};

} // namespace quarterdeck::team
