#pragma once

#include "model/conversation/event.h"

#include <vector>

/// Messages that grow under one id: their program sends the whole message again with each added piece.
namespace quarterdeck::conversation {

/// What turns `before`, whose event is `target`, into `after`: the number of blocks that stay, and the end of one
/// text. A text continues from the beginning of its last word, so that a search finds whole words. Thread: any.
/// Pure.
[[nodiscard]] MessageExtended extensionOf(const Message& before, const Message& after, EventSeq target);
/// Whether it would change nothing.
[[nodiscard]] bool isEmpty(const MessageExtended& growth);

/// grow(before, extensionOf(before, after)) yields the content of `after`, its metadata unless null, and its recipients
/// unless there are none. What a growth keeps but the message does not have is ignored, so that no log is refused for
/// it.
void applyExtension(Message& message, const MessageExtended& growth);

/// Settles a row as it is read: growths are removed from the amendments, and the event holds the message as they made
/// it. For any other event they are removed, too.
void applyExtensions(Event& event, std::vector<Event>& amendments);

} // namespace quarterdeck::conversation
