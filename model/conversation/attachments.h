#pragma once

#include "model/conversation/event.h"
#include "model/conversation/ids.h"

#include <string_view>
#include <vector>

namespace quarterdeck::conversation {

/// What an event refers to in the library's attachments, each once, in order of appearance.
[[nodiscard]] std::vector<MediaSource> attachmentsOf(const EventBody& body);

/// The name of bytes in the library: SHA-256 as 64 lower-case hex digits.
[[nodiscard]] AttachmentHash attachmentHash(std::string_view bytes);

} // namespace quarterdeck::conversation
