#pragma once

#include "agent/memory.h"
#include "agent/plan.h"
#include "formats/chat/tool.h"
#include "team/team_definition.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// Turns of a memory that stand or fall together: a message, or a reply with what its tools gave back.
struct Turn
{
    std::vector<const Remembered*> rows;
    std::int64_t tokens = 0;
    bool isKept = false; ///< the person marked it: it stands in every prompt
    [[nodiscard]] std::int64_t firstPlace() const { return rows.front()->place; }
};

/// The turns after the newest summary, in order, and before them those that are kept; what came between a call and its
/// result follows the result.
struct Turns
{
    const Remembered* summary = nullptr; ///< null = none
    std::vector<Turn> turns;
};
[[nodiscard]] Turns turnsOf(const TeamDefinition& team, const InboxMemory& memory);
/// For what an agent remembers, in a prompt.
struct Room
{
    std::int64_t tokens = 0;
    std::int64_t rows = 0; ///< 0 = any number
};
/// How many of the oldest turns go so that the rest has room; the newest one always stays. Of those that go the kept
/// ones stay after all: their tokens are reckoned in, and their rows count for nothing.
[[nodiscard]] std::size_t turnsToDrop(const Turns& turns, const Room& room);

struct PromptInput
{
    const TeamDefinition& team;
    const RoleDefinition& role;
    const conversation::ConversationState& state;
    const InboxMemory& memory;
    const Plan& plan;
    std::span<const formats::Tool> tools;
    std::int64_t room = 0; ///< tokens, where the model allows for less than the team; 0 = it does not
};
struct AgentPrompt
{
    std::vector<conversation::Message> messages;
    Seen seen;
    std::size_t dropped = 0; ///< turns; the oldest ones but for those that are kept
    /// Tokens of what has to stand in it (instructions, tools, a summary, what is kept), when that is more than the
    /// team allows for because of what is kept.
    std::optional<std::int64_t> tooMuchKept = {};
};

/// What a model is given: who it is, and what the agent remembers of it all, by AgentScope's formatter for teams. Kept
/// below the team's numbers of tokens and messages by leaving out the oldest turns that nobody marked. Pure.
[[nodiscard]] AgentPrompt promptFor(const PromptInput& input);
/// The same prompt, made again for what a step's record says it held; the memory needs hold no more than that.
[[nodiscard]] std::vector<conversation::Message> promptAgain(const PromptInput& input, const Seen& seen);
/// What a model is asked to write of the oldest turns, so that the rest takes half of the room.
struct SummaryRequest
{
    std::vector<conversation::Message> messages;
    std::int64_t covers = 0; ///< rows before this place are in it
    Seen seen = {};
};
[[nodiscard]] SummaryRequest summaryRequestFor(const PromptInput& input);
[[nodiscard]] std::vector<conversation::Message> summaryRequestAgain(const PromptInput& input, const Seen& seen,
                                                                     std::int64_t covers);

/// By it a prompt that is made again is known to be what the model was given.
[[nodiscard]] std::string digestOf(std::span<const conversation::Message> messages,
                                   std::span<const formats::Tool> tools);

/// About how many tokens the row takes in a prompt.
[[nodiscard]] std::int64_t promptTokensOf(const TeamDefinition& team, const Remembered& row);

} // namespace quarterdeck::team
