#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/environments.h"
#include "model/agents/model_agent/memory.h"
#include "model/agents/model_agent/plan.h"
#include "model/agents/provider/chat_provider.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace quarterdeck::team {

/// What the person marked to be kept of this agent's memory.
struct PinnedTurn
{
    std::int64_t place = -1;            ///< of its first row; negative = no part of it is this agent's
    std::vector<MemoryEntry> rows = {}; ///< as read from the log; empty = they are in the memory
};

/// What the coroutines of one agent share. Everything except the first four members and the worlds follows from the log
/// and can be found anew.
struct AgentState
{
    std::shared_ptr<const TeamDefinition> team;
    std::shared_ptr<ModelSource> providers;
    RoleDefinition role;
    int retryDelayMs = 1000;

    InboxMemory memory;
    bool isLoaded = false;
    Plan plan;
    std::set<conversation::MessageId> repliesHere; ///< made by this process: none of their calls were made before
    std::shared_ptr<Environments> environments;    ///< never null
    std::map<conversation::EventSeq, PinnedTurn> kept = {}; ///< by the marked event
    std::map<std::string, std::int64_t> rooms = {};         ///< by model: sizes of prompts it found too long, halved
    bool isShortened = false;                               ///< the next prompt, since the last one was too long
};
using AgentStatePtr = std::shared_ptr<AgentState>;

/// Everything that its model may call.
[[nodiscard]] std::vector<formats::Tool> toolsOf(const AgentState& mind);

using conversation::Error;
using conversation::ErrorCode;
using conversation::Message;
using conversation::Result;

/// Brings the agent's memory up to date with the log: as many of the newest rows as a prompt may hold, and everything
/// from the oldest of `news` on. The first time, the plan, too.
QCoro::Task<Result<void>> loadMemory(AgentStatePtr mind, AgentContext context, std::vector<Message> news);

/// The place of the newest of these messages; -1 if none is remembered.
[[nodiscard]] std::int64_t newestPlaceOf(const InboxMemory& memory, const std::vector<Message>& news);

} // namespace quarterdeck::team
