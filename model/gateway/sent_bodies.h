#pragma once

#include "model/formats/session_reader.h"
#include "model/session/library.h"
#include "model/session/post.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::gateway {

/// What is accepted beyond JSON. Half characters (lone surrogates) always are.
enum class JsonBy {
    Rules,  ///< nothing
    Python, ///< NaN and Infinity, as Python's json module writes them
};

/// Why a program's body was refused as JSON: one English sentence, with the line and column (in characters, from 1) at
/// which it stops being JSON, or that it nests deeper than `maxDepth`. For valid JSON it says that it may hold more
/// than is read. Never throws. Pure; thread: any.
[[nodiscard]] std::string jsonFaultIn(std::string_view body, JsonBy by, int maxDepth);

/// Pictures and other bytes that programs send, and what they are. Pure; thread: any; never throws.

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

using StoredAttachments = session::Result<std::vector<session::AttachmentInfo>>;

/// Stores all of them, and calls `done` when they are durable, in order, or with the first error; at once if there are
/// none. Store what names them afterwards. Thread: that of `replies`.
void storeAttachments(session::Library& library, const session::CallbackGuard& replies,
                      std::vector<formats::RecordedAttachment> attachments,
                      std::function<void(const StoredAttachments&)> done);

} // namespace quarterdeck::gateway
