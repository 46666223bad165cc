#pragma once

#include "conversation/event.h"

#include <vector>

/// Messages that grow under one id: their program sends all of the message again with each piece that was added.
namespace quarterdeck::conversation {

/// What makes `after` of `before`, whose event is `target`: as little as can be said by the blocks that stay and the
/// end of one text. A text is continued from the beginning of its last word on, so that a search finds whole words.
/// Thread: any. Pure.
[[nodiscard]] MessageGrown growthOf(const Message& before, const Message& after, EventSeq target);
/// Nothing would change.
[[nodiscard]] bool isEmpty(const MessageGrown& growth);

/// grow(before, growthOf(before, after)) gives the content of `after`, its metadata unless they are null, and its
/// recipients unless there are none. What a growth keeps and the message has not is left out, so that no log is refused
/// for it.
void grow(Message& message, const MessageGrown& growth);

/// A row as it is read: the growths among the amendments are taken out, and the event holds the message as they made
/// it. Of any other event they are taken out, too.
void settleGrowth(Event& event, std::vector<Event>& amendments);

} // namespace quarterdeck::conversation
