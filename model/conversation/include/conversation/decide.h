#pragma once

#include "conversation/error.h"
#include "conversation/event.h"
#include "conversation/intent.h"
#include "conversation/state.h"

#include <optional>
#include <vector>

namespace quarterdeck::conversation {

/// What follows from an intent.
///
/// Names that nobody answers to (Fidelity::Quarterdeck): what the PERSON names (a message without sender, by any rule)
/// is refused with UnknownRecipient before any change. What a ROLE names is recorded: those who are known get it, the
/// others stand in `route.unknownRecipients`, and when no role at all matched the route says `isUndelivered`. A message
/// without a leader to take it goes to all (`route.withoutLeader`). A message that a team's filter refuses is recorded
/// as filtered AND comes with the error Filtered: its sender is told.
///
/// More on the fields: `events` are numbered from state.lastSeq()+1 on and dated by the context. In Fidelity::Mgx an
/// error may come after some events, which stand (as in the original); in Fidelity::Quarterdeck a refusal comes alone
/// (but see filters). `isPublished` is what MGXEnv.publish_message returns.
struct Decision
{
    std::vector<Event> events;
    std::optional<Error> error;
    bool isPublished = false;
    /// The route of the message the intent was about, for previews; empty when there was none.
    std::optional<Route> route;
};

/// The rules: pure, never throws, no I/O, no clock, no randomness of its own. Thread: any.
/// Source of the routing rules: MGXEnv.publish_message, Role.publish_message, TeamLeader.publish_message.
[[nodiscard]] Decision decide(const ConversationState& state, const Intent& intent, const DecideContext& context);

/// The copy that MGXEnv puts into buffers and history: role made "assistant" unless system or user, text with the
/// address note in front. Text blocks become one, which stands first.
[[nodiscard]] Message addressedCopy(const MessagePublished& published);

/// What the roles of `route.deliveries` find in their buffers: the addressed copy, or the message itself where none was
/// made (to itself, imported).
[[nodiscard]] Message deliveredMessage(const MessagePublished& published);

/// What MetaGPT's history holds of it: addressed copy and original; only the original of a private reply; nothing of
/// what a role told itself or said to the person alone.
[[nodiscard]] std::vector<Message> mgxHistory(const MessagePublished& published);

/// Message normalisation as MetaGPT's Message constructor: id made when empty; empty cause_by is UserRequirement; empty
/// send_to is `<all>`.
[[nodiscard]] Message normalised(Message message, const IdSource& makeId);

} // namespace quarterdeck::conversation
