#include "model/agents/model_agent/speaking.h"

namespace quarterdeck::team {

namespace {

bool speaksToUser(const AgentState& mind) { return mind.role.isLeader || mind.team->roles.size() == 1; }

} // namespace

conversation::AddressSet saidTo(const AgentState& mind, const AgentContext& context)
{
    if (speaksToUser(mind))
        return {conversation::address::person};
    const conversation::RoleState* leader = context.state()->leader();
    if (leader == nullptr)
        return {conversation::address::all};
    return {leader->role.name.as<conversation::Address>()};
}

QCoro::Task<Result<conversation::Route>> say(AgentStatePtr mind, AgentContext context, Speech speech)
{
    if (speaksToUser(*mind)) {
        conversation::ReplyToUser reply;
        reply.content = std::move(speech.content);
        reply.usage = std::move(speech.usage);
        reply.metadata = std::move(speech.metadata);
        reply.id = speech.id;
        reply.isRemembered = speech.isRemembered;
        return context.replyToUser(std::move(reply));
    }
    Message message;
    message.id = speech.id;
    message.role = "assistant";
    message.sendTo = saidTo(*mind, context);
    // Lets others watch what this member says.
    message.causeBy = conversation::ActionName(mind->role.name.str());
    message.content = std::move(speech.content);
    message.usage = std::move(speech.usage);
    message.metadata = std::move(speech.metadata);
    return context.publish(std::move(message), speech.isRemembered);
}

} // namespace quarterdeck::team
