#pragma once

#include "model/agents/model_agent/agent_state.h"
#include "model/agents/run/run_call_budget.h"
#include "model/formats/requests/tool.h"

namespace quarterdeck::team {

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

} // namespace quarterdeck::team
