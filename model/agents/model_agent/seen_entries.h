#pragma once

#include "model/agents/model_agent/prompt.h"
#include "model/agents/model_agent/seen_prompt.h"

namespace quarterdeck::team {

/// What became of each item of the memory in the prompt described by `note`.
[[nodiscard]] std::vector<SeenEntry> entriesOf(const PromptInput& input, const SeenNote& note);

} // namespace quarterdeck::team
