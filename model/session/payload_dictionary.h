#pragma once

#include <string>

namespace quarterdeck::session {

/// The dictionary for packing payloads: a zstd dictionary with the id 1. It never changes, since every library written
/// with it needs it; a better one would be a second one with another id. Thread: any.
[[nodiscard]] const std::string& payloadDictionary();

} // namespace quarterdeck::session
