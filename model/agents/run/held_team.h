#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/environments.h"
#include "model/agents/provider/model_source.h"
#include "model/agents/run/team_marks.h"
#include "model/session/library.h"

namespace quarterdeck::team {

/// The first event of a log; null if it is none.
[[nodiscard]] const conversation::SessionStarted*
beginningIn(const session::Result<std::vector<session::Event>>& first);
/// A team on models that lives here may stand in it.
[[nodiscard]] bool namesTeam(const conversation::SessionStarted* started);

/// What a team would do if it went on, for the person to decide. `models`: as the session's agents would get them.
[[nodiscard]] HeldTeam heldTeam(const conversation::SessionId& session, const conversation::ConversationState& state,
                                const StartedTeam& started, const ModelSource& models, const EnvironmentContext& place);

/// Members whose call of a model ended with the program that made it.
[[nodiscard]] std::vector<conversation::RoleName> rolesCutOff(const conversation::ConversationState& state,
                                                              const TeamDefinition& team);
/// What one more call of each of them costs, if it is like the last one in `events`; empty = unknown.
[[nodiscard]] std::optional<double> costOfLastCalls(const std::vector<session::Event>& events,
                                                    const std::vector<conversation::RoleName>& roles);

/// Why a team may not work in the folder that its log names, in a sentence; empty = it may. `kept`: see
/// openWorkspaceFolder. Blocks on the disk. Thread: any.
[[nodiscard]] std::string problemOfFolder(const std::string& path, const std::vector<std::string>& kept);

} // namespace quarterdeck::team
