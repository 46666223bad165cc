#pragma once

#include "model/agents/model_agent/agent_state.h"
#include "model/agents/model_agent/prompt.h"
#include "model/agents/run/run_budget.h"
#include "model/formats/requests/chat_request.h"

namespace quarterdeck::team {

/// The model that an agent calls for an action.
[[nodiscard]] ModelChoice choiceFor(const AgentState& mind, const std::string& action);
/// Identifies a model in `AgentState::rooms`.
[[nodiscard]] std::string nameOf(const ModelChoice& choice);
/// How many tokens a prompt for the model may have, if that is less than the team allows; 0 = it is not.
[[nodiscard]] Result<std::int64_t> promptBudgetFor(const AgentState& mind, const std::string& action);
/// `state` and `tools` must outlive it.
[[nodiscard]] PromptInput inputFor(const AgentState& mind, const conversation::ConversationState& state,
                                   const std::vector<formats::Tool>& tools, std::int64_t room);

struct ModelCall
{
    std::string action = model_action::think;
    std::vector<Message> messages;
    std::vector<formats::Tool> tools;
    conversation::MessageId id;              ///< of the future message: its draft is shown under it
    conversation::AddressSet draftedTo;      ///< empty = no draft is shown, and stopped replies are not kept
    PromptRecord seen;                       ///< by the prompt
    std::shared_ptr<RunCallBudget> spending; ///< to be informed once its outcome is stored
};

/// One call of the model meant for the action. The team's retries cover what the provider does not retry on its own: an
/// answer that broke off, took too long or says nothing. Resumes empty if there was no call because the person ended
/// the run. Errors: Cancelled; the provider's; an empty answer.
QCoro::Task<Result<std::optional<ChatReply>>> runModelCall(AgentStatePtr mind, AgentContext context, ModelCall call);

/// Sums up for the person, with one model call without tools, when the run ends at its budget. Errors: the call's.
QCoro::Task<Result<void>> summariseHistory(AgentStatePtr mind, AgentContext context);

} // namespace quarterdeck::team
