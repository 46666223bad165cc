#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/model_agent/memory.h"
#include "model/agents/model_agent/plan.h"
#include "model/formats/requests/chat_request.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// Turns of a memory that stay or go together: a message, or a reply with the results of its tools.
struct Turn
{
    std::vector<const MemoryEntry*> rows;
    std::int64_t tokens = 0;
    bool isKept = false; ///< marked by the person: part of every prompt
    [[nodiscard]] std::int64_t firstPlace() const { return rows.front()->place; }
};

/// The turns after the newest summary, in order, preceded by those that are kept; what came between a call and its
/// result follows the result.
struct Turns
{
    const MemoryEntry* summary = nullptr; ///< null = none
    std::vector<Turn> turns;
};
[[nodiscard]] Turns turnsOf(const TeamDefinition& team, const InboxMemory& memory);
/// For what an agent remembers, in a prompt.
struct PromptBudget
{
    std::int64_t tokens = 0;
    std::int64_t rows = 0; ///< 0 = no limit
};
/// How many of the oldest turns to drop so that the rest fits; the newest always stays. Kept ones among them stay after
/// all: their tokens count, and their rows do not.
[[nodiscard]] std::size_t turnsToDrop(const Turns& turns, const PromptBudget& room);

struct PromptInput
{
    const TeamDefinition& team;
    const RoleDefinition& role;
    const conversation::ConversationState& state;
    const InboxMemory& memory;
    const Plan& plan;
    std::span<const formats::Tool> tools;
    std::int64_t room = 0; ///< tokens, if the model allows fewer than the team; 0 = it does not
};
struct AgentPrompt
{
    std::vector<conversation::Message> messages;
    PromptRecord seen;
    std::size_t dropped = 0; ///< turns; the oldest ones except those that are kept
    /// Tokens of what must be in it (instructions, tools, a summary, kept messages), if kept messages make that exceed
    /// the team's limit.
    std::optional<std::int64_t> tooMuchKept = {};
};

/// What a model is given: who it is, and what the agent remembers, written like AgentScope's formatter for teams. Kept
/// within the team's limits of tokens and messages by leaving out the oldest unmarked turns. Pure.
[[nodiscard]] AgentPrompt promptFor(const PromptInput& input);
/// Rebuilds the prompt that a step's record describes; the memory need not hold more than that.
[[nodiscard]] std::vector<conversation::Message> promptAgain(const PromptInput& input, const PromptRecord& seen);
/// The request to summarise the oldest turns, so that the rest takes half of the room.
struct SummaryRequest
{
    std::vector<conversation::Message> messages;
    std::int64_t covers = 0; ///< it covers rows before this position
    PromptRecord seen = {};
};
[[nodiscard]] SummaryRequest summaryRequestFor(const PromptInput& input);
[[nodiscard]] std::vector<conversation::Message> summaryRequestAgain(const PromptInput& input, const PromptRecord& seen,
                                                                     std::int64_t covers);

/// Tells whether a rebuilt prompt is what the model was given.
[[nodiscard]] std::string digestOf(std::span<const conversation::Message> messages,
                                   std::span<const formats::Tool> tools);

/// Roughly how many tokens the row takes in a prompt.
[[nodiscard]] std::int64_t promptTokensOf(const TeamDefinition& team, const MemoryEntry& row);

/// The system message: who the agent is, who else is there, how it speaks, and the plan.
[[nodiscard]] std::string instructionsFor(const PromptInput& input);
[[nodiscard]] std::string summaryInstructions(const PromptInput& input);
/// A step in words: what was said, what was called, and what was returned.
[[nodiscard]] std::string toldText(const TeamDefinition& team, const conversation::Message& message);

} // namespace quarterdeck::team
