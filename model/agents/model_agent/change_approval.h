#pragma once

#include "model/agents/environment/agent_environment.h"
#include "model/agents/model_agent/agent_state.h"

namespace quarterdeck::team {

/// The person's decision on a call of a world outside the conversation.
struct Approval
{
    bool isGiven = false;
    std::optional<std::string> text; ///< as edited by the person
    std::string words;               ///< what the person says about it, such as why not
};

/// Asks about a change, showing its diff. `base` names the call, by which the question is recognised after a restart as
/// long as the change would be the same; one about an outdated state is withdrawn.
QCoro::Task<Result<Approval>> requestChangeApproval(AgentContext context, ProposedChange change, std::string base);
/// The same for a call that only reads.
QCoro::Task<Result<Approval>> requestReadApproval(AgentContext context, EnvironmentCall request, std::string base);

/// A diff as a Markdown block, limited to this many bytes; omissions are mentioned.
[[nodiscard]] std::string diffBlock(const std::string& diff, std::size_t bytes);

} // namespace quarterdeck::team
