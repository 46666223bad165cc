#pragma once

#include "agent/mind.h"
#include "team/outer_environment.h"

namespace quarterdeck::team {

/// What the person makes of a call of a world outside the conversation.
struct Approval
{
    bool isGiven = false;
    std::optional<std::string> text; ///< as the person wrote what shall be there
    std::string words;               ///< what the person says to it: why not, say
};

/// Asks about a change, with its differences. `base` names the call: the question is known by it again after a restart,
/// as long as it would still be the same change; one about an older state of what is changed is taken back.
QCoro::Task<Result<Approval>> changeApproved(AgentContext context, ProposedChange change, std::string base);
/// The same for a call that only reads.
QCoro::Task<Result<Approval>> readApproved(AgentContext context, OuterRequest request, std::string base);

/// A diff as a block of Markdown, at most so many bytes of it; what is left out is said.
[[nodiscard]] std::string diffBlock(const std::string& diff, std::size_t bytes);

} // namespace quarterdeck::team
