#pragma once

#include "conversation/error.h"
#include "conversation/event.h"
#include "conversation/role.h"
#include "conversation/settings.h"

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::team {

/// A model and the connection by which it is reached. An empty part is left to whoever is asked next: the role's, then
/// the team's.
struct ModelChoice
{
    std::string connection; ///< id or name of a connection of this program
    std::string model;      ///< in the server's words
    friend bool operator==(const ModelChoice&, const ModelChoice&) = default;
};

/// What a model is called for. Where no model is named for a quick thought or for what a tool gave back, it is that for
/// thinking.
namespace model_action {
inline constexpr const char* think = "think";
inline constexpr const char* quickThink = "quick_think"; ///< the first answer to what is news
inline constexpr const char* summarise = "summarise";
inline constexpr const char* toolPrefix = "tool:"; ///< with a tool's name behind it: what follows on its result
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
    std::set<std::string> watch;        ///< members whose words are news for it, or causes as MetaGPT has them
    conversation::AddressSet addresses; ///< besides its name
    ModelChoice model;
    ModelsByAction models;
    /// A tool of the conversation that is not named is allowed, a call of a world outside it is not.
    std::map<std::string, ToolPolicy> tools;
    bool isLeader = false;
    /// A program outside plays it, by its name, through Quarterdeck's own API: of models and tools nothing is asked.
    bool isRemote = {};
    friend bool operator==(const RoleDefinition&, const RoleDefinition&) = default;
};

/// What becomes of the oldest turns when a prompt would be longer than it may be.
enum class Overflow {
    Drop,      ///< they are left out, calls and results together
    Summarise, ///< a model writes what was in them
};

/// A team whose members speak through models: what a file of it holds, and what a session of it was started with.
struct TeamDefinition
{
    std::string name;
    std::string description;
    std::vector<std::string> filters;
    conversation::AddressNote addressNote = conversation::AddressNote::MgxText;
    std::map<std::string, std::string> parameters; ///< what `{{name}}` in the texts of roles stands for
    ModelChoice model;
    ModelsByAction models;
    std::vector<RoleDefinition> roles;
    std::optional<double> budget = 3.0; ///< US dollars; empty = none
    std::int32_t rounds = 5;            ///< 0 = no limit
    bool isPublic = true;
    std::int64_t promptTokens = 32'000; ///< a prompt is kept below so many, as estimated
    Overflow overflow = Overflow::Drop;
    std::int32_t maxCalls = 30; ///< of a model for one piece of news; then the person is asked
    std::int32_t retries = 2;   ///< of an agent whose model failed, before the role is shown as failed
    /// Through what a tool's output enters a prompt, by the tool's name or "*"; see result_filters.h.
    std::map<std::string, std::vector<std::string>> resultFilters = {};
    /// A prompt holds at most so many of what the agent remembers, a call and its results counted each; 0 = any number.
    std::int32_t promptMessages = {};
    friend bool operator==(const TeamDefinition&, const TeamDefinition&) = default;
};

/// Strict: what is missing, wrong or unknown is refused with BadInput, whose sentence names the path ("$.roles[1].goal:
/// not a text"). Bounded: 1 MB, 1,000 roles. Never throws. Thread: any.
[[nodiscard]] conversation::Result<TeamDefinition> teamFromJson(const nlohmann::json& json);
[[nodiscard]] conversation::Result<TeamDefinition> teamFromText(std::string_view text);
/// `teamFromJson(jsonOf(team)) == team` for every team that can be read.
[[nodiscard]] nlohmann::json jsonOf(const TeamDefinition& team);

/// The team of that name that comes with the program: see `teamTemplateIds`. `language`: "en", "zh_CN"; another is
/// English. Errors: NotFound.
[[nodiscard]] conversation::Result<TeamDefinition> teamTemplate(std::string_view id, const std::string& language);
[[nodiscard]] const std::vector<std::string>& teamTemplateIds();

/// The person's choice for what a team works on.
struct ChosenFolder
{
    std::string path = {};       ///< absolute, UTF-8; empty = one of the session's own
    bool isAutoArchived = false; ///< what the team changed is committed to its git repository when a run ends
    friend bool operator==(const ChosenFolder&, const ChosenFolder&) = default;
};

/// How a session of this team begins. The definition and the idea stand in its details, so that the log is all that is
/// needed to go on with it.
[[nodiscard]] conversation::SessionStarted sessionOf(const TeamDefinition& team, const std::string& title,
                                                     const std::string& idea, const ChosenFolder& folder = {});
/// Where there is no leader, and nobody watches for it, the first one takes the person's task.
[[nodiscard]] std::vector<conversation::Role> membersOf(const TeamDefinition& team);
/// What `sessionOf` left in a log; nothing when it holds no team, or came from elsewhere (it has a source). Errors:
/// those of teamFromJson.
struct StartedTeam
{
    TeamDefinition team;
    std::string idea;
    ChosenFolder folder = {};
};
[[nodiscard]] conversation::Result<std::optional<StartedTeam>>
startedTeamOf(const conversation::SessionStarted& started);

/// The model for an action of a role: the role's for that action, the role's, the team's for that action, the team's.
/// What is as good as thinking where nothing else is said is taken so in each of both.
[[nodiscard]] ModelChoice modelFor(const TeamDefinition& team, const conversation::RoleName& role,
                                   std::string_view action);
[[nodiscard]] const RoleDefinition* roleNamed(const TeamDefinition& team, const conversation::RoleName& name);
/// With `{{name}}` replaced by the parameter of that name; one that is unknown stays as it is.
[[nodiscard]] std::string filledIn(const TeamDefinition& team, std::string_view text);

} // namespace quarterdeck::team
