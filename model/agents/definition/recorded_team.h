#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/conversation/event.h"
#include "model/conversation/state/state.h"

#include <string>
#include <vector>

/// A team that another program recorded with what its members are for (MetaGPT's team.json, MGXEnv.json and folders).
/// It can go on here, in a session of its own that begins with the recorded history
/// (model/transfer/continuation_job.h).
namespace quarterdeck::team {

/// Whether a recording tells of its members what a team is made of.
[[nodiscard]] bool containsTeam(const conversation::ConversationState& recording);

/// The team of a recording: its members with their goals, constraints, what they watch, and their addresses. Who
/// watches an action also watches the members that have it, since members here sign with their names. No models and no
/// tools. `started`: its first event. Errors: NotAllowed if it tells of no team; those of teamFromJson.
[[nodiscard]] conversation::Result<TeamDefinition> recordedTeamOf(const conversation::SessionStarted& started,
                                                                  const conversation::ConversationState& recording);

/// The members of a recorded team who had not yet answered what the person had asked them directly.
[[nodiscard]] std::vector<conversation::RoleName> directChatsOf(const conversation::SessionStarted& started,
                                                                const TeamDefinition& team);

/// How a session begins in which this team goes on. Nothing is published: the recorded idea is part of the history.
/// What else the recording's file said is kept, so that an export to the same format has it again.
[[nodiscard]] conversation::SessionStarted continuationOf(const conversation::SessionStarted& started,
                                                          const conversation::ConversationState& recording,
                                                          const conversation::SessionId& id, const TeamDefinition& team,
                                                          const std::string& title, const ChosenFolder& folder = {});

} // namespace quarterdeck::team
