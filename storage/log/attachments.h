#pragma once

#include "model/session/library.h"
#include "storage/log/event_id.h"
#include "storage/sqlite/connection.h"

#include <string>

namespace quarterdeck::storage::sqlite {

/// NotFound if there is none with that hash. They throw SQLite::Exception.
[[nodiscard]] session::Result<session::AttachmentInfo> readAttachmentInfo(Connection& connection,
                                                                          const session::AttachmentHash& hash);
[[nodiscard]] session::Result<std::string> readAttachmentBytes(Connection& connection,
                                                               const session::AttachmentHash& hash);
/// Bytes from `first` on, at most `count` (1 MB), without reading the others.
[[nodiscard]] session::Result<session::AttachmentPart>
readAttachmentPart(Connection& connection, const session::AttachmentHash& hash, std::int64_t first, std::int64_t count);

/// Bytes on their way into the library.
struct NewAttachment
{
    std::string bytes;
    std::string mediaType;
    std::int32_t width = 0;
    std::int32_t height = 0;
};

/// Stores them once, by SHA-256, inside the caller's transaction; an existing one stays as it is, unless its bytes are
/// damaged. BadInput if they are too many for one row. Throws SQLite::Exception. Thread: writer.
[[nodiscard]] session::Result<session::AttachmentInfo> writeAttachment(Connection& connection,
                                                                       const NewAttachment& attachment);

/// An event of the session shows it, so one of those who put it waits no longer. Inside the caller's transaction.
void addAttachmentReference(Connection& connection, SessionNumber session, const session::AttachmentHash& hash);

} // namespace quarterdeck::storage::sqlite
