#include "model/conversation/conversation_errors.h"
#include "model/conversation/decide/rules.h"

namespace quarterdeck::conversation::rules {

void on(DecisionBuilder& decision, const SetPublicChat& intent)
{
    if (intent.isPublic != decision.state().isPublic()) {
        decision.add(PublicChatSet{intent.isPublic});
    }
}

void on(DecisionBuilder& decision, const EndDirectChat& intent)
{
    const DirectChat* chat = decision.state().directChatWith(intent.role);
    if (!chat) {
        return decision.refuse(errors::noDirectChat(intent.role));
    }
    if (intent.reason == DirectChatEndReason::TimedOut) {
        const auto end = decision.state().timeOutOf(*chat);
        if (!end || decision.context().now < *end) {
            return decision.refuse(errors::directChatNotTimedOut(intent.role));
        }
    }
    decision.add(DirectChatEnded{chat->id, chat->role, intent.reason});
}

} // namespace quarterdeck::conversation::rules
