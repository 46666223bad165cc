#pragma once

#include "model/agents/model_agent/agent_state.h"
#include "model/agents/model_agent/prompt.h"

namespace quarterdeck::team {

/// The model that an agent calls for an action.
[[nodiscard]] ModelChoice choiceFor(const AgentState& mind, const std::string& action);
/// Identifies a model in `AgentState::rooms`.
[[nodiscard]] std::string nameOf(const ModelChoice& choice);
/// How many tokens a prompt for the model may have, if that is less than the team allows; 0 = it is not.
[[nodiscard]] Result<std::int64_t> promptBudgetFor(const AgentState& mind, const std::string& action);
/// `state` and `tools` must outlive it.
[[nodiscard]] PromptInput inputFor(const AgentState& mind, const conversation::ConversationState& state,
                                   const std::vector<formats::Tool>& tools, std::int64_t room);

} // namespace quarterdeck::team
