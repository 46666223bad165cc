#pragma once

#include "formats/session_sink.h"

#include <optional>
#include <string>
#include <string_view>

/// Pictures and other bytes that programs send, and what they are. Pure; thread: any; never throws.
namespace quarterdeck::gateway {

struct SentBytes
{
    std::string bytes;
    std::string mediaType; ///< as a `data:` URL says it; empty = it is not said
};
/// Of a text that is base64, or a `data:` URL of it; strictly read, nothing for anything else. Paths and addresses are
/// none: an agent's text must not be able to name the person's files.
[[nodiscard]] std::optional<SentBytes> sentBytesIn(std::string_view text);

/// What the content tells where it is a picture, else what was said, without parameters and in lower case, where that
/// is a plain media type, else "application/octet-stream".
[[nodiscard]] std::string mediaTypeOf(std::string_view bytes, std::string_view said);
/// As what bytes of that type go out: pictures without script, sound and films as what they are, and all else, whatever
/// an import or a program called it, as bytes. Fit for the head of an answer.
[[nodiscard]] std::string servedTypeOf(const std::string& mediaType);

/// Of bytes of this type: one that is shown, by its content, or of a kind whose content is not looked at (SVG, AVIF).
[[nodiscard]] bool isPicture(std::string_view bytes, std::string_view mediaType);

[[nodiscard]] formats::RecordedAttachment attachmentOf(std::string bytes, std::string_view saidType);

} // namespace quarterdeck::gateway
