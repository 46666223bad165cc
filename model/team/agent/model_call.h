#pragma once

#include "agent/mind.h"
#include "formats/chat/tool.h"

namespace quarterdeck::team {

struct ModelCall
{
    const char* action = model_action::think;
    std::vector<Message> messages;
    std::vector<formats::Tool> tools;
    conversation::MessageId id;         ///< of what will come of it: its draft is shown under it
    conversation::AddressSet draftedTo; ///< empty = no draft is shown
};

/// One call of the model that is meant for the action, with the retries of the team. Resumes with nothing when there
/// was no call, because the person let the run end. Errors: Cancelled; what the provider says; an answer of nothing.
QCoro::Task<Result<std::optional<ChatReply>>> called(MindPtr mind, AgentContext context, ModelCall call);

} // namespace quarterdeck::team
