#pragma once

#include "model/agents/model_agent/prompt.h"
#include "model/agents/model_agent/rebuilt_prompt.h"

namespace quarterdeck::team {

/// What became of each item of the memory in the prompt described by `note`.
[[nodiscard]] std::vector<PromptEntry> entriesOf(const PromptInput& input, const StepPromptRecord& note);

} // namespace quarterdeck::team
