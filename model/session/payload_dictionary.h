#pragma once

#include <string>

namespace quarterdeck::session {

/// By which payloads are packed: a dictionary of zstd, with the id 1. It never changes, as every library that was
/// written by it needs it; a better one would be a second one, with an id of its own. Thread: any.
[[nodiscard]] const std::string& payloadDictionary();

} // namespace quarterdeck::session
