#pragma once

#include "conversation/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Media within what a tool answered. Its pieces stay as the program wrote them, but for the bytes: these are an
/// attachment, and a text that names it stands in their place.
namespace quarterdeck::conversation {

struct StoredMedia
{
    AttachmentHash hash;
    std::string mediaType;
    std::int64_t size = 0;
    bool isAddress = false; ///< a `data:` URL stood there, else Base64 alone
    friend bool operator==(const StoredMedia&, const StoredMedia&) = default;
};

[[nodiscard]] std::string storedMediaText(const StoredMedia& media);
/// Of such a text; nothing for any other.
[[nodiscard]] std::optional<StoredMedia> storedMediaIn(std::string_view text);
/// Whether a text would be taken for one, or passes itself off as one.
[[nodiscard]] bool looksStored(std::string_view text);

/// All that a result names, in order of appearance.
[[nodiscard]] std::vector<StoredMedia> storedMediaOf(const ToolResultBlock& result);
[[nodiscard]] bool namesStoredMedia(const Message& message);

} // namespace quarterdeck::conversation
