#pragma once

#include "conversation/intent.h"
#include "conversation/state.h"
#include "team/team_definition.h"

#include <optional>
#include <string>

/// What a team is to do, in the person's words. `@Name` at its start names who gets it, as in the composer; else the
/// leader does.
namespace quarterdeck::team {

/// How it is said to the members of `state`; nothing when there is no idea. Refused: a name that nobody bears, or names
/// without anything to do.
[[nodiscard]] conversation::Result<std::optional<conversation::Publish>>
ideaFor(const conversation::ConversationState& state, const std::string& idea);

/// Why the team cannot be given it; nothing when it can.
[[nodiscard]] std::optional<conversation::Error> problemOfIdea(const TeamDefinition& team, const std::string& idea);

} // namespace quarterdeck::team
