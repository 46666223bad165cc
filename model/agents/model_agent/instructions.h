#pragma once

#include "model/agents/model_agent/prompt.h"

#include <string>

namespace quarterdeck::team {

/// The system message: who the agent is, who else is there, how it speaks, and the plan.
[[nodiscard]] std::string instructionsFor(const PromptInput& input);
[[nodiscard]] std::string summaryInstructions(const PromptInput& input);
/// A step in words: what was said, what was called, and what was returned.
[[nodiscard]] std::string toldText(const TeamDefinition& team, const conversation::Message& message);

} // namespace quarterdeck::team
