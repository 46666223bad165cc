#pragma once

#include "agent/mind.h"

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

/// What an agent says when it names nobody: the leader, or who is alone, to the person; a member by the rules, so to
/// the leader, or to the person who spoke to it alone.
QCoro::Task<Result<conversation::Route>> say(MindPtr mind, AgentContext context, Speech speech);
/// To whom that is, for its draft.
[[nodiscard]] conversation::AddressSet saidTo(const Mind& mind, const AgentContext& context);

} // namespace quarterdeck::team
