#pragma once

#include "agent/prompt.h"
#include "team/seen_prompt.h"

namespace quarterdeck::team {

/// What became of each thing in the memory, in the prompt of which `note` is the record.
[[nodiscard]] std::vector<SeenEntry> entriesOf(const PromptInput& input, const SeenNote& note);

} // namespace quarterdeck::team
