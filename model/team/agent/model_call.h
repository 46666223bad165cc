#pragma once

#include "agent/mind.h"
#include "formats/chat/tool.h"
#include "run/call_spending.h"

namespace quarterdeck::team {

struct ModelCall
{
    std::string action = model_action::think;
    std::vector<Message> messages;
    std::vector<formats::Tool> tools;
    conversation::MessageId id;             ///< of what will come of it: its draft is shown under it
    conversation::AddressSet draftedTo;     ///< empty = no draft is shown, and nothing is kept of what is stopped
    Seen seen;                              ///< by the prompt
    std::shared_ptr<CallSpending> spending; ///< to be told when what came of it is stored
};

/// One call of the model meant for the action. The team's retries cover what the provider does not retry on its own: an
/// answer that broke off, took too long or says nothing. Resumes empty if there was no call because the person ended
/// the run. Errors: Cancelled; the provider's; an empty answer.
QCoro::Task<Result<std::optional<ChatReply>>> called(MindPtr mind, AgentContext context, ModelCall call);

} // namespace quarterdeck::team
