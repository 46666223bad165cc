#include "model/conversation/speaker.h"

namespace quarterdeck::conversation {

bool doesProgramSpeak(const ConversationState& state)
{
    const bool livesHere = state.kind() == SessionKind::Team || state.kind() == SessionKind::Demo;
    return livesHere && state.source().empty() && state.role(RoleName(programName)) == nullptr;
}

const RoleState* speakerOf(const ConversationState& state, const Message& message)
{
    return message.sentFrom.isEmpty() ? nullptr : state.roleWithAddress(message.sentFrom);
}

bool isFromUser(const Message& message) { return message.sentFrom.isEmpty(); }

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
