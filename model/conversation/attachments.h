#pragma once

#include "model/conversation/event.h"
#include "model/conversation/ids.h"
#include "model/conversation/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::conversation {

/// Media inside a tool's answer. The pieces of the answer stay as the program wrote them, except for the bytes: these
/// become an attachment, and a text that names it takes their place.

struct StoredMedia
{
    AttachmentHash hash;
    std::string mediaType;
    std::int64_t size = 0;
    bool isAddress = false; ///< it was a `data:` URL, otherwise plain Base64
    friend bool operator==(const StoredMedia&, const StoredMedia&) = default;
};

[[nodiscard]] std::string storedMediaText(const StoredMedia& media);
/// Parses such a text; empty for any other.
[[nodiscard]] std::optional<StoredMedia> storedMediaIn(std::string_view text);
/// Whether a text would be taken for one, or pretends to be one.
[[nodiscard]] bool isStoredMediaText(std::string_view text);

/// All that a result names, in order of appearance.
[[nodiscard]] std::vector<StoredMedia> storedMediaOf(const ToolResultBlock& result);
[[nodiscard]] bool namesStoredMedia(const Message& message);

/// What an event refers to in the library's attachments, each once, in order of appearance.
[[nodiscard]] std::vector<MediaSource> attachmentsOf(const EventBody& body);

/// The name of bytes in the library: SHA-256 as 64 lower-case hex digits.
[[nodiscard]] AttachmentHash attachmentHash(std::string_view bytes);

} // namespace quarterdeck::conversation
