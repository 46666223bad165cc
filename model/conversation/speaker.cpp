#include "conversation/speaker.h"

namespace quarterdeck::conversation {

const RoleState* speakerOf(const ConversationState& state, const Message& message)
{
    return message.sentFrom.isEmpty() ? nullptr : state.roleWithAddress(message.sentFrom);
}

bool isFromPerson(const Message& message) { return message.sentFrom.isEmpty(); }

std::string displayName(const ConversationState& state, const Message& message)
{
    if (!message.name.empty()) {
        return message.name;
    }
    if (const RoleState* speaker = speakerOf(state, message)) {
        return speaker->role.name.str();
    }
    return metadataAgent(message).value_or(message.sentFrom.str());
}

} // namespace quarterdeck::conversation
