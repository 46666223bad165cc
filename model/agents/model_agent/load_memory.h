#pragma once

#include "model/agents/model_agent/agent_state.h"

namespace quarterdeck::team {

/// Brings the agent's memory up to date with the log: as many of the newest rows as a prompt may hold, and everything
/// from the oldest of `news` on. The first time, the plan, too.
QCoro::Task<Result<void>> loadMemory(AgentStatePtr mind, AgentContext context, std::vector<Message> news);

/// The place of the newest of these messages; -1 if none is remembered.
[[nodiscard]] std::int64_t newestPlaceOf(const InboxMemory& memory, const std::vector<Message>& news);

} // namespace quarterdeck::team
