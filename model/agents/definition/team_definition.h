#pragma once

#include "model/agents/provider/model_connection.h"
#include "model/conversation/error.h"
#include "model/conversation/event.h"
#include "model/conversation/role.h"
#include "model/conversation/route.h"
#include "model/formats/requests/chat_request.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::team {

/// A model and the connection to reach it. Whatever is left empty comes from the next in line: the role's, then the
/// team's.
struct ModelChoice
{
    std::string connection; ///< id or name of a connection of this program
    std::string model;      ///< in the server's words
    friend bool operator==(const ModelChoice&, const ModelChoice&) = default;
};

/// What a model is called for. If no model is named for quick thoughts or for tool results, the one for thinking is
/// used.
namespace model_action {
inline constexpr const char* think = "think";
inline constexpr const char* quickThink = "quick_think"; ///< the first answer to news
inline constexpr const char* summarise = "summarise";
inline constexpr const char* toolPrefix = "tool:"; ///< followed by a tool's name: the call after its result
} // namespace model_action

using ModelsByAction = std::map<std::string, ModelChoice>;

/// Ask: the person is asked about each call; only for calls of worlds outside the conversation (see environments.h).
enum class ToolPolicy { Allow, Deny, Ask };

/// One member, as a team's author describes it.
struct RoleDefinition
{
    conversation::RoleName name;
    std::string profile;
    std::string goal;
    std::string constraints;
    std::set<std::string> watch;        ///< members whose words are news for it, or MetaGPT's causes
    conversation::AddressSet addresses; ///< besides its name
    ModelChoice model;
    ModelsByAction models;
    /// A tool of the conversation that is not listed is allowed, a call of an outside world is not.
    std::map<std::string, ToolPolicy> tools;
    bool isLeader = false;
    /// Played by an outside program, which takes its name through Quarterdeck's API; models and tools do not apply.
    bool isRemote = {};
    friend bool operator==(const RoleDefinition&, const RoleDefinition&) = default;
};

/// What happens to the oldest turns if a prompt would become too long.
enum class Overflow {
    Drop,      ///< they are left out, calls and results together
    Summarise, ///< a model summarises them
};

/// A team whose members speak through models: the content of a team file, and what a session of it was started with.
struct TeamDefinition
{
    std::string name;
    std::string description;
    std::vector<std::string> filters;
    conversation::AddressNote addressNote = conversation::AddressNote::MgxText;
    std::map<std::string, std::string> parameters; ///< values for `{{name}}` in the texts of roles
    ModelChoice model;
    ModelsByAction models;
    std::vector<RoleDefinition> roles;
    std::optional<double> budget = 3.0; ///< US dollars; empty = none
    std::int32_t rounds = 5;            ///< 0 = no limit
    bool isPublic = true;
    std::int64_t promptTokens = 32'000; ///< a prompt's estimated size is kept below this
    Overflow overflow = Overflow::Drop;
    std::int32_t maxCalls = 30; ///< model calls per piece of news; then the person is asked
    std::int32_t retries = 2;   ///< after a model failure, before the role is shown as failed
    /// The filter for a tool's output in a prompt, by the tool's name or "*"; see result_filters.h.
    std::map<std::string, std::vector<std::string>> resultFilters = {};
    /// A prompt holds at most this many of the agent's memories, counting a call and its results each; 0 = no limit.
    std::int32_t promptMessages = {};
    std::vector<conversation::HoldRule> holds = {}; ///< what waits for the person from the beginning
    friend bool operator==(const TeamDefinition&, const TeamDefinition&) = default;
};

/// Strict: anything missing, wrong or unknown is refused with BadInput, whose sentence names the path
/// ("$.roles[1].goal: not a text"). Bounded: 1 MB, 1,000 roles. Never throws. Thread: any.
[[nodiscard]] conversation::Result<TeamDefinition> teamFromJson(const nlohmann::json& json);
[[nodiscard]] conversation::Result<TeamDefinition> teamFromText(std::string_view text);
/// `teamFromJson(jsonOf(team)) == team` for every team that can be read.
[[nodiscard]] nlohmann::json jsonOf(const TeamDefinition& team);

/// The team of that name that comes with the program: see `teamTemplateIds`. `language`: "en", "zh_CN"; any other means
/// English. Errors: NotFound.
[[nodiscard]] conversation::Result<TeamDefinition> teamTemplate(std::string_view id, const std::string& language);
[[nodiscard]] const std::vector<std::string>& teamTemplateIds();

/// The person's choice of what a team works on.
struct ChosenFolder
{
    std::string path = {};       ///< absolute, UTF-8; empty = the session's own
    bool isAutoArchived = false; ///< the team's changes are committed to its git repository when a run ends
    friend bool operator==(const ChosenFolder&, const ChosenFolder&) = default;
};

/// How a session of this team begins. The definition and the idea are kept in its details, so that the log is all that
/// is needed to continue it.
[[nodiscard]] conversation::SessionStarted sessionOf(const TeamDefinition& team, const std::string& title,
                                                     const std::string& idea, const ChosenFolder& folder = {});
/// Without a leader, and unless somebody watches for it, the first role takes the person's task.
[[nodiscard]] std::vector<conversation::Role> membersOf(const TeamDefinition& team);
/// What `sessionOf` left in a log; nothing if it holds no team, or came from elsewhere (it has a source). Errors: those
/// of teamFromJson.
struct StartedTeam
{
    TeamDefinition team;
    std::string idea;
    ChosenFolder folder = {};
};
[[nodiscard]] conversation::Result<std::optional<StartedTeam>>
startedTeamOf(const conversation::SessionStarted& started);

/// The model for an action of a role: the role's for that action, the role's own, the team's for that action, the
/// team's own. At each of these levels, kinds that default to thinking fall back to the model for thinking.
[[nodiscard]] ModelChoice modelFor(const TeamDefinition& team, const conversation::RoleName& role,
                                   std::string_view action);
[[nodiscard]] const RoleDefinition* roleNamed(const TeamDefinition& team, const conversation::RoleName& name);
/// With `{{name}}` replaced by the parameter of that name; unknown ones stay as they are.
[[nodiscard]] std::string filledIn(const TeamDefinition& team, std::string_view text);

/// The tools through which an agent takes part in the conversation: the same for every team.

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

/// A model server without a stored connection, given by its address: its id is that address, its name the host.
/// `keyVariable`: the environment variable that holds its key; empty = it needs none.
[[nodiscard]] ModelConnection serverAt(const std::string& address, const std::string& keyVariable);

/// Records it in a session's beginning, so that the log is all that is needed to continue. Never the key.
void recordServer(conversation::SessionStarted& started, const ModelConnection& server);
/// What `recordServer` recorded; empty if there is nothing, or if the session came from elsewhere (it has a source): a
/// file from somebody else must not make this program send a key anywhere. Thread: any.
[[nodiscard]] std::optional<ModelConnection> serverOf(const conversation::SessionStarted& started);

} // namespace quarterdeck::team
