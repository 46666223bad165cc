#include "model/agents/model_agent/prompt_budget.h"

#include <algorithm>

namespace quarterdeck::team {

PromptInput inputFor(const AgentState& mind, const conversation::ConversationState& state,
                     const std::vector<formats::Tool>& tools, std::int64_t room)
{
    return {*mind.team, mind.role, state, mind.memory, mind.plan, tools, room};
}

std::string nameOf(const ModelChoice& choice) { return choice.connection + '/' + choice.model; }

ModelChoice choiceFor(const AgentState& mind, const std::string& action)
{
    return mind.providers->resolveModel(modelFor(*mind.team, mind.role.name, action));
}

Result<std::int64_t> promptBudgetFor(const AgentState& mind, const std::string& action)
{
    const ModelChoice choice = choiceFor(mind, action);
    if (choice.model.empty())
        return 0; // the call says so
    const Result<std::shared_ptr<ChatProvider>> provider = mind.providers->providerOf(choice);
    if (!provider)
        return tl::make_unexpected(provider.error());
    std::int64_t room = mind.team->promptTokens;
    if (const ModelSize size = (*provider)->size(); size.context > 0)
        room = std::min(room, std::max<std::int64_t>(1, size.context - size.answer));
    if (const auto shorter = mind.rooms.find(nameOf(choice)); shorter != mind.rooms.end())
        room = std::min(room, shorter->second);
    return room < mind.team->promptTokens ? room : 0;
}

} // namespace quarterdeck::team
