#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/conversation/intent.h"
#include "model/conversation/state/state.h"

#include <optional>
#include <string>

/// A team's task in the person's words. `@Name` at its start names who gets it, as in the composer; otherwise the
/// leader does.
namespace quarterdeck::team {

/// The message for the members of `state`; empty if there is no task. Refused: a name that nobody bears, or names
/// without a task.
[[nodiscard]] conversation::Result<std::optional<conversation::Publish>>
ideaFor(const conversation::ConversationState& state, const std::string& idea);

/// Why the team cannot be given it; empty if it can.
[[nodiscard]] std::optional<conversation::Error> validateIdea(const TeamDefinition& team, const std::string& idea);

} // namespace quarterdeck::team
