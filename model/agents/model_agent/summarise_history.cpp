#include "model/agents/model_agent/summarise_history.h"

#include "model/agents/model_agent/answer_note.h"
#include "model/agents/model_agent/load_memory.h"
#include "model/agents/model_agent/model_call.h"
#include "model/agents/model_agent/prompt_budget.h"
#include "model/session/log_records.h"

#include <algorithm>

namespace quarterdeck::team {

namespace {

constexpr const char* summingUp = "The budget of this run is used up, and it ends here. Tell the person in a few "
                                  "sentences what was done, where it is, "
                                  "and what is open. You cannot call tools any more.";

} // namespace

/// No memory records that it was asked: the prompt is that of its next thought, except for the last line.
QCoro::Task<Result<void>> summariseHistory(AgentStatePtr mind, AgentContext context)
{
    const Result<void> known = co_await loadMemory(mind, context, {});
    if (!known)
        co_return known;
    const Result<std::int64_t> room = promptBudgetFor(*mind, model_action::think);
    if (!room)
        co_return tl::make_unexpected(room.error());
    const std::vector<formats::Tool> none;
    const auto state = context.state();
    const PromptInput input = inputFor(*mind, *state, none, *room);
    AgentPrompt prompt = promptFor(input);
    Message wish;
    wish.role = "user";
    wish.content = conversation::textBlocks(summingUp);
    prompt.messages.push_back(std::move(wish));
    prompt.seen.digest.clear(); // it cannot be made again
    const conversation::MessageId id(session::newId());
    ModelCall call;
    call.messages = std::move(prompt.messages);
    call.seen = prompt.seen;
    call.id = id;
    call.draftedTo = {conversation::address::person};
    call.spending = context.spending();
    const std::shared_ptr<RunCallBudget> spending = call.spending;
    Result<std::optional<ChatReply>> reply = co_await runModelCall(mind, context, std::move(call));
    if (!reply)
        co_return tl::make_unexpected(reply.error());
    if (!*reply)
        co_return Result<void>();
    conversation::ReplyToUser told;
    told.id = id;
    told.content = std::move((*reply)->blocks);
    std::erase_if(told.content,
                  [](const auto& block) { return std::holds_alternative<conversation::ToolUseBlock>(block); });
    told.usage = std::move((*reply)->usage);
    told.metadata = replyMetadata(step::said, prompt.seen, noteOf(**reply));
    told.isRemembered = true;
    const Result<conversation::Route> said = co_await context.replyToUser(std::move(told));
    spending->isStored();
    if (!said)
        co_return tl::make_unexpected(said.error());
    co_return Result<void>();
}

} // namespace quarterdeck::team
