#pragma once

#include "model/conversation/event.h"
#include "model/conversation/ids.h"

#include <optional>
#include <vector>

namespace quarterdeck::conversation {

class ConversationState;

/// A view of a session as a dense list: the rows that a person sees when they choose it.
/// everything: each row. public: what was not private. private:<role>: the private chats with that role.
/// inbox:<role>: what was put into that role's buffer (its unread mail is the end of it).
/// spans: what the program's tracing told; no view of the conversation, but read in the same way.
namespace channel {
inline const ChannelKey everything{"everything"};
inline const ChannelKey publicOnly{"public"};
inline const ChannelKey spans{"spans"};
[[nodiscard]] ChannelKey privateWith(const RoleName& role);
[[nodiscard]] ChannelKey inboxOf(const RoleName& role);
/// The role of a private or inbox channel; empty for the others.
[[nodiscard]] RoleName roleOf(const ChannelKey& key);
[[nodiscard]] bool isPrivate(const ChannelKey& key);
[[nodiscard]] bool isInbox(const ChannelKey& key);
} // namespace channel

/// The channels in which an event is a row, given the state before it. Empty for events that are no rows (a status, a
/// delivered answer …). Rows are: messages, questions, rounds, public/private switches, run states worth a line
/// (paused, stopped, finished), failed roles, unknown events.
[[nodiscard]] std::vector<ChannelKey> channelsOf(const ConversationState& before, const EventBody& body);

/// The earlier event whose row looks different because of this one: the question that was answered, the message that
/// was annotated, the message that ended its direct chat. None for most.
[[nodiscard]] std::optional<EventSeq> amendedBy(const ConversationState& before, const EventBody& body);

} // namespace quarterdeck::conversation
