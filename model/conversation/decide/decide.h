#pragma once

#include "model/conversation/error.h"
#include "model/conversation/event.h"
#include "model/conversation/intent.h"
#include "model/conversation/state/state.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace quarterdeck::conversation {

/// What follows from an intent.
///
/// Names that match nobody (Fidelity::Quarterdeck): if the PERSON uses one (a message without sender, by any rule), it
/// is refused with UnknownRecipient before any change. If a ROLE does, the message is recorded: known recipients get
/// it, the others are listed in `route.unknownRecipients`, and if no role matched at all the route says
/// `isUndelivered`. A message without a leader to take it goes to all (`route.withoutLeader`). A message that a team's
/// filter refuses is recorded as filtered AND yields the error Filtered, so that its sender knows.
///
/// The fields: `events` are numbered from state.lastSeq()+1 on and dated by the context. In Fidelity::Mgx an error may
/// come with events, which remain valid (as in the original); in Fidelity::Quarterdeck a refusal comes without any (but
/// see filters). `isPublished` is what MGXEnv.publish_message returns. `refusedAt` belongs to several intents that
/// stand or fall together: the index of the one that the error is about.
struct Decision
{
    std::vector<Event> events;
    std::optional<Error> error;
    bool isPublished = false;
    /// The route of the message that the intent was about, for previews; empty if there was none.
    std::optional<Route> route;
    std::size_t refusedAt = 0;
};

/// The rules: pure, never throws, no I/O, no clock, no randomness of its own. Thread: any.
/// Source of the routing rules: MGXEnv.publish_message, Role.publish_message, TeamLeader.publish_message.
[[nodiscard]] Decision decide(const ConversationState& state, const Intent& intent, const DecideContext& context);

/// The copy that MGXEnv puts into buffers and history: its role is "assistant" unless system or user, and the address
/// note is in front of the text. Text blocks become one, which comes first.
[[nodiscard]] Message addressedCopy(const MessagePublished& published);

/// What the roles in `route.deliveries` find in their buffers: the addressed copy, or the message itself if none was
/// made (to oneself, imported).
[[nodiscard]] Message deliveredMessage(const MessagePublished& published);

/// What MetaGPT's history holds of it: addressed copy and original; only the original of a private reply; nothing of
/// what a role told itself or said to the person alone.
[[nodiscard]] std::vector<Message> mgxHistory(const MessagePublished& published);

/// Normalises like MetaGPT's Message constructor: an id is made if empty; an empty cause_by becomes UserRequirement, an
/// empty send_to `<all>`.
[[nodiscard]] Message normalised(Message message, const IdSource& makeId);

/// `decide` for what an import does a million times: the message is moved into its event rather than copied.
[[nodiscard]] Decision decideRecordMessage(const ConversationState& state, RecordMessage message,
                                           const DecideContext& context);

} // namespace quarterdeck::conversation
