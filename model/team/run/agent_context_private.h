#pragma once

#include "run/team_run.h"
#include "team/agent.h"

namespace quarterdeck::team {

struct AgentContext::Private
{
    RunPtr run;
    conversation::Role role;
    std::shared_ptr<CancelToken> cancel;
};

} // namespace quarterdeck::team
