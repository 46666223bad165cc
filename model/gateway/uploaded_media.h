#pragma once

#include "model/formats/session_sink.h"

#include <optional>
#include <string>
#include <string_view>

/// Pictures and other bytes that programs send, and what they are. Pure; thread: any; never throws.
namespace quarterdeck::gateway {

struct UploadedMedia
{
    std::string bytes;
    std::string mediaType; ///< from a `data:` URL; empty = not given
};
/// Decodes base64, or a `data:` URL of it, strictly; empty for anything else. Paths and addresses are not accepted: an
/// agent's text must not be able to name the person's files.
[[nodiscard]] std::optional<UploadedMedia> sentBytesIn(std::string_view text);

/// By content for pictures; otherwise what was declared, without parameters and in lower case, if that is a plain media
/// type; otherwise "application/octet-stream".
[[nodiscard]] std::string mediaTypeOf(std::string_view bytes, std::string_view said);
/// The type under which bytes of that type are served: pictures without script, sound and films as themselves, anything
/// else, whatever its declared type, as plain bytes. Safe in a reply's head.
[[nodiscard]] std::string responseMediaType(const std::string& mediaType);

/// Whether it is a picture that can be shown, by content, or of a type whose content is not examined (SVG, AVIF).
[[nodiscard]] bool isPicture(std::string_view bytes, std::string_view mediaType);

[[nodiscard]] formats::RecordedAttachment attachmentOf(std::string bytes, std::string_view saidType);

} // namespace quarterdeck::gateway
