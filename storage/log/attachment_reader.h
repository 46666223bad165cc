#pragma once

#include "model/session/library.h"
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

} // namespace quarterdeck::storage::sqlite
