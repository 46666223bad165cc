#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/formats/requests/tool.h"

#include <string_view>
#include <vector>

/// The tools through which an agent takes part in the conversation: the same for every team.
namespace quarterdeck::team {

namespace tool {
inline constexpr const char* publishTeamMessage = "publish_team_message";
inline constexpr const char* appendTask = "append_task";
inline constexpr const char* resetTask = "reset_task";
inline constexpr const char* replaceTask = "replace_task";
inline constexpr const char* finishCurrentTask = "finish_current_task";
inline constexpr const char* askHuman = "ask_human";
inline constexpr const char* replyToHuman = "reply_to_human";
inline constexpr const char* end = "end";
} // namespace tool

[[nodiscard]] bool isConversationTool(std::string_view name);
/// What a role may call: the leader can also speak to members and keeps the plan.
[[nodiscard]] std::vector<formats::Tool> toolsFor(const RoleDefinition& role);

} // namespace quarterdeck::team
