#pragma once

#include "model/agents/model_agent/agent_state.h"

#include <optional>

namespace quarterdeck::team {

struct Speech
{
    conversation::MessageId id;
    std::vector<conversation::ContentBlock> content;
    std::optional<conversation::Usage> usage;
    conversation::JsonValue metadata;
    bool isRemembered = true;
};

/// What an agent says without naming anybody: a leader, or an only member, speaks to the person; others by the rules,
/// so to the leader, or to the person who spoke to them alone.
QCoro::Task<Result<conversation::Route>> say(AgentStatePtr mind, AgentContext context, Speech speech);
/// Who that is addressed to, for its draft.
[[nodiscard]] conversation::AddressSet saidTo(const AgentState& mind, const AgentContext& context);

} // namespace quarterdeck::team
