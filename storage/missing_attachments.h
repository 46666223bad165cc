#pragma once

#include "model/session/library.h"

#include <cstdint>
#include <map>
#include <string>

namespace quarterdeck::storage {

/// How many of the attachments that each session shows the library at `path` (UTF-8) does not have; sessions that lack
/// none are left out. A recovery could not bring them back, say. That is no damage (`Library::verifySession`): nothing
/// of them is left that could be recovered. Opens the library for reading. Errors: those of `openLibrary`, Damaged.
/// Thread: any.
[[nodiscard]] session::Result<std::map<session::SessionId, std::int64_t>> missingAttachments(const std::string& path);

} // namespace quarterdeck::storage
