#pragma once

#include <cstddef>
#include <cstdint>

namespace quarterdeck::formats {

/// How much an untrusted file may ask for. A *record* is what is held in memory at once: a whole JSON document, an
/// element of a top-level list, or a line.
struct ReadLimits
{
    std::int64_t maxRecordBytes = std::int64_t{256} << 20;
    std::int64_t maxValuesPerRecord = 5'000'000;
    std::int32_t maxDepth = 128;
    std::size_t maxRoles = 256;          ///< further speakers keep their name but are not hired
    std::int64_t maxRolesOfLog = 10'000; ///< for our own JSONL, which is refused beyond this
    std::int64_t maxAttachmentBytes = std::int64_t{64} << 20;
};

} // namespace quarterdeck::formats
